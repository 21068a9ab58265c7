/** Outcomes of a payment in responses (decisions, section 2). */
export const paymentOutcomes = [
  'success',
  'pending',
  'failed',
  'abandoned',
  'reversed',
  'needs_review',
] as const;
/** See {@link paymentOutcomes}. */
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** Statuses of a refund (decisions section 10). */
export const refundStatuses = ['pending', 'processing', 'needs_attention', 'processed', 'failed'] as const;
/** See {@link refundStatuses}. */
export type RefundStatus = (typeof refundStatuses)[number];
