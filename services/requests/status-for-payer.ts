import type { RequestStatus } from '#contracts/request-status.ts';
import type { PaymentStatus } from '#services/payments/payment.entity.ts';

/**
 * What a sponsor is told of where a request stands. What became of a funded course belongs to the sponsor whose
 * payment was taken for it; that the money went back, to the one who got it back. To others it is funded, no more.
 */
export function statusForPayer(status: RequestStatus, payment: PaymentStatus | undefined): RequestStatus {
  if (payment === 'approved' || (payment === 'reversed' && status === 'refunded')) return status;
  return status === 'enrolled' || status === 'completed' || status === 'refunded' ? 'paid' : status;
}
