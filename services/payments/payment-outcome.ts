import type { PaymentOutcome, PaymentStatus } from '#contracts/payments/payment-status.ts';

const outcomes: Record<PaymentStatus, PaymentOutcome> = {
  initiating: 'pending',
  pending: 'pending',
  approved: 'success',
  added: 'success',
  failed: 'failed',
  abandoned: 'abandoned',
  refund_due: 'needs_review',
  needs_review: 'needs_review',
  reversed: 'reversed',
};

const messages: Record<PaymentStatus, string> = {
  initiating: 'We are still waiting for the payment.',
  pending: 'We are still waiting for the payment.',
  approved: 'The payment is approved. Thank you!',
  added: 'The difference is paid. Thank you!',
  failed: 'The payment did not go through. Nothing was charged.',
  abandoned: 'The payment was not completed. Nothing was charged.',
  refund_due:
    'This request could not take your payment any more. You will get your money back; we have written to you.',
  needs_review: 'We received something we did not expect and are looking into it. You need not do anything.',
  reversed: 'The payment was given back.',
};

/** Returns the outcome and the message that a payer gets for a payment status. */
export function toPaymentOutcome(status: PaymentStatus): { outcome: PaymentOutcome; message: string } {
  return { outcome: outcomes[status], message: messages[status] };
}
