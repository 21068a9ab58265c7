/**
 * Statuses of a payment. `failed` and `abandoned` are not final, because the payer can still pay on the open page;
 * `approved`, `added`, `refund_due`, `needs_review` and `reversed` are settled. `added`: approved, for the difference of a
 * course that became dearer after its payment.
 */
export const paymentStatuses = [
  'initiating',
  'pending',
  'approved',
  'added',
  'failed',
  'abandoned',
  'refund_due',
  'needs_review',
  'reversed',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Outcomes of a payment in responses (decisions, section 2). */
export const paymentOutcomes = [
  'success',
  'pending',
  'failed',
  'abandoned',
  'reversed',
  'needs_review',
] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** Statuses of a refund (decisions section 10). */
export const refundStatuses = ['pending', 'processing', 'needs_attention', 'processed', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/**
 * Who started a refund: an operator, the settlement of a payment that came too late, a payer who does not pay a higher
 * price, a person on the provider's own dashboard, or an operator who confirmed the proof that the course was bought elsewhere.
 */
export const refundOrigins = ['operator', 'settlement', 'payer', 'provider', 'proof'] as const;
