import type { RefundStatus } from '#contracts/payments/payment-status.ts';

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
