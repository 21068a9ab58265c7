import * as z from 'zod';
import { minuteMs } from '#contracts/durations.ts';
import { currencies, defaultServiceFeeBasisPoints } from '#contracts/money.ts';
import { defaultCurrencies } from './provider-settings.ts';
import { list, type SettingsOf, url } from './setting-types.ts';

/** Delays, in seconds, after which an open payment is verified again (payment provider's documentation, "Polling"). */
const POLL_SECONDS = [120, 300, 900, 3_600, 21_600, 86_400, 172_800, 259_200];

export const paymentSchema = {
  PAYMENT_BASE_URL: url('http', 'https').optional(),
  PAYMENT_SECRET_KEY: z.string().min(8).optional(),
  PAYMENT_CURRENCIES: list(z.enum(currencies)).optional(),
  PAYMENT_POLL_SECONDS: list(z.coerce.number().positive()).default(POLL_SECONDS),
  PAYMENT_TIMEOUT_MS: z.coerce.number().int().positive().default(8_000),
  SERVICE_FEE_BASIS_POINTS: z.coerce.number().int().min(0).max(10_000).default(defaultServiceFeeBasisPoints),
  RESERVATION_MINUTES: z.coerce.number().positive().default(35),
  RESERVATIONS_PER_SPONSOR: z.coerce.number().int().positive().default(3),
  RENEWALS_PER_DAY: z.coerce.number().int().min(0).default(2),
};

type Required = 'PAYMENT_BASE_URL' | 'PAYMENT_SECRET_KEY';

/** Returns how payments are taken, durations in milliseconds. */
export function toPaymentSettings(settings: SettingsOf<typeof paymentSchema> & Record<Required, string>) {
  return {
    baseUrl: settings.PAYMENT_BASE_URL.replace(/\/$/, ''),
    secretKey: settings.PAYMENT_SECRET_KEY,
    currencies: settings.PAYMENT_CURRENCIES ?? defaultCurrencies(settings.PAYMENT_SECRET_KEY),
    pollDelaysMs: settings.PAYMENT_POLL_SECONDS.map((seconds) => seconds * 1000),
    timeoutMs: settings.PAYMENT_TIMEOUT_MS,
    serviceFeeBasisPoints: settings.SERVICE_FEE_BASIS_POINTS,
    reservationMs: settings.RESERVATION_MINUTES * minuteMs,
    reservationsPerSponsor: settings.RESERVATIONS_PER_SPONSOR,
    renewalsPerDay: settings.RENEWALS_PER_DAY,
  };
}
