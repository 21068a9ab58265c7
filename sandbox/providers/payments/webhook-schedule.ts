import type { PaymentSettings } from './payment-settings.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a receiver may take to answer, in milliseconds. */
export const webhookTimeoutMs = 30_000;

/**
 * How long after failed try number `attempts` (from 1) the next one comes, in real milliseconds;
 * undefined when the provider gives up (payments protocol, "Delivery").
 */
export function retryDelayMs(
  schedule: PaymentSettings['webhookSchedule'],
  attempts: number,
): number | undefined {
  if (schedule === 'test') return attempts <= 10 ? HOUR_MS : undefined;
  if (attempts < 4) return 3 * MINUTE_MS;
  return attempts < 4 + 72 ? HOUR_MS : undefined;
}
