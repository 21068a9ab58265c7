import type { PaymentSettings } from '../payment-settings.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Timeout of a delivery, in milliseconds. */
export const webhookTimeoutMs = 30_000;

/**
 * Returns the backoff after failed attempt number `attempts` (from 1), in milliseconds at speed 1; undefined when the
 * provider stops retrying (payments protocol, "Delivery").
 */
export function retryDelayMs(
  schedule: PaymentSettings['webhookSchedule'],
  attempts: number,
): number | undefined {
  if (schedule === 'test') return attempts <= 10 ? HOUR_MS : undefined;
  if (attempts < 4) return 3 * MINUTE_MS;
  return attempts < 4 + 72 ? HOUR_MS : undefined;
}
