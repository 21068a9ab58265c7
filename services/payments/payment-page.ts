import { limits } from '#contracts/limits.ts';
import type { Payment } from './payment.entity.ts';

/** Returns for how many more milliseconds the provider's page of a payment can be used; 0 when it cannot. */
export function pageLeftMs({ status, openedAt }: Pick<Payment, 'status' | 'openedAt'>, now: Date): number {
  if (!openedAt || (status !== 'pending' && status !== 'failed')) return 0;
  return Math.max(0, openedAt.getTime() + limits.paymentSessionMs - now.getTime());
}
