import { limits } from '#contracts/limits.ts';
import type { Payment } from './payment.entity.ts';

/** Returns the remaining time of the provider's payment page in milliseconds; 0 when it is closed or was never open. */
export function pageLeftMs({ status, openedAt }: Pick<Payment, 'status' | 'openedAt'>, now: Date): number {
  if (!openedAt || (status !== 'pending' && status !== 'failed')) return 0;
  return Math.max(0, openedAt.getTime() + limits.paymentSessionMs - now.getTime());
}
