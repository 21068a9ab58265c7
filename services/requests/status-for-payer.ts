import type { PaymentStatus } from '#contracts/payments/payment-status.ts';
import type { RequestStatus } from '#contracts/requests/request-status.ts';

/**
 * Returns the status of a request that a sponsor may see. What happens after the payment is visible only to the
 * sponsor of the course, a refund only to the one who received it; other sponsors see `paid`.
 */
export function statusForPayer(
  status: RequestStatus,
  { payment, isSponsor }: { payment: PaymentStatus | undefined; isSponsor: boolean },
): RequestStatus {
  if (isSponsor || (payment === 'reversed' && status === 'refunded')) return status;
  return status === 'enrolled' || status === 'completed' || status === 'refunded' ? 'paid' : status;
}
