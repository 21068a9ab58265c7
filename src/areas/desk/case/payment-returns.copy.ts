import type { RefundStatus } from '#contracts/payments/payment-status.ts';

/** Texts about the refunds and the dispute of a payment on the page of a case. */
export const paymentReturnsCopy = {
  refund: 'Refund',
  unapproved: 'waits for approval',
  refundStatuses: {
    pending: 'approved, being sent to the provider',
    processing: 'on its way to the payer',
    needs_attention: 'waits for bank details of the payer',
    processed: 'paid out',
    failed: 'failed',
  } satisfies Record<RefundStatus, string>,
  failure: 'Why it failed',
  reason: 'Reason',
  dispute: 'Dispute',
  disputeStatuses: {
    awaiting_merchant: 'waits for our answer',
    awaiting_bank: 'the bank decides',
    resolved: 'resolved',
  },
  answering: 'our answer is being sent',
  outcomes: {
    won: 'won, the money stays',
    lost: 'lost, the payer has the money back',
    accepted: 'accepted, the payer has the money back',
  },
  category: 'Category',
  answer: 'Our answer',
  answers: { accept: 'Accepted', fight: 'Fought with the evidence' },
  acceptRequested: (name: string) => `${name} asks to accept it. Another operator has to approve that.`,
  answerBy: 'Answer by',
  counted:
    'Counted in business hours, so weekends pause it. Public holidays are not taken off: the time shown is early rather than late.',
  evidence: 'Evidence',
  openEvidence: 'Open what the bank gets (PDF)',
} as const;
