import type { RefundStatus } from '#contracts/payments/payment-status.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import { conflict } from '#services/platform/errors.ts';
import type { Refund } from './refund.entity.ts';

const transitions: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ['processing', 'needs_attention', 'processed', 'failed'],
  processing: ['needs_attention', 'processed', 'failed'],
  needs_attention: ['processing', 'processed', 'failed'],
  processed: [],
  failed: [],
};

/** Returns whether a refund may move from one status to another. */
export function canMoveRefund(from: RefundStatus, to: RefundStatus): boolean {
  return transitions[from].includes(to);
}

/** Returns whether the refund can still change. */
export function isRefundOpen(status: RefundStatus): boolean {
  return transitions[status].length > 0;
}

/**
 * Returns whether operators may withdraw a refund that is not approved: one that an operator requested, and the rest of a cheaper
 * course, whose amount follows from an order that may be mistyped.
 */
export const isWithdrawable = ({ origin, isRest }: Pick<Refund, 'origin' | 'isRest'>): boolean =>
  isRest || origin === 'operator' || origin === 'proof';

const refundable: readonly Payment['status'][] = ['approved', 'added', 'refund_due', 'needs_review'];

/**
 * Returns what is left of a payment in minor units, after refunds that are processed or under way, and what disputes take
 * (`disputedMinor`).
 */
export function refundableMinor(
  payment: Payment,
  refunds: readonly Pick<Refund, 'status' | 'amountMinor'>[],
  disputedMinor = 0,
): number {
  const taken = refunds.reduce(
    (sum, { status, amountMinor }) => (status === 'failed' ? sum : sum + amountMinor),
    disputedMinor,
  );
  return Math.max(0, (payment.capturedMinor ?? 0) - taken);
}

/** @throws HttpError 409 when the payment cannot be refunded, with the reason for the operator. */
export function rejectUnlessRefundable(
  payment: Payment,
  refunds: readonly Refund[],
  disputedMinor = 0,
): void {
  if (payment.status === 'reversed') throw conflict('This payment was already given back.');
  if (!refundable.includes(payment.status)) throw conflict('No money was taken for this payment.');
  if (refunds.some(({ origin, status }) => origin !== 'provider' && isRefundOpen(status)))
    throw conflict('A refund of this payment is already under way.');
  if (refundableMinor(payment, refunds, disputedMinor) === 0)
    throw conflict('All of this payment was already given back, or is on its way to the payer.');
}
