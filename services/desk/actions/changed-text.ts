import type { CaseDetails } from '#contracts/desk/desk.ts';
import type { RefundStatus } from '#contracts/payments/payment-status.ts';
import type { PurchaseStatus } from '#contracts/purchases/purchase-status.ts';
import type { RequestHold } from '#contracts/requests/request-holds.ts';
import { type ActionContext, paymentOf } from './case-action.ts';

const purchaseTexts: Record<PurchaseStatus, string> = {
  queued: 'the course is to be bought',
  claimed: 'the course is being bought',
  bought: 'the course is bought',
  handed_over: 'the course is handed over',
  redeemed: 'the learner is enrolled',
  failed: 'the purchase has ended without a course',
};
const refundTexts: Record<RefundStatus, string> = {
  pending: 'the refund is approved',
  processing: 'the refund is on its way',
  needs_attention: 'the refund waits for bank details of the payer',
  processed: 'the refund is paid out',
  failed: 'the refund has failed',
};
const holdTexts: Record<RequestHold, string> = {
  review: 'the request waits for approval',
  rejected: 'the request is hidden',
  frozen: 'payments are paused',
  suspended: 'the learner is suspended',
  guardian: 'the request waits for the guardian',
};

/** Returns the message for an action that the case had in another state: that it changed, and what state it has now. */
export function changedText(context: ActionContext): string {
  return `This case changed in the meantime: ${stateText(context)}. Please check it before you go on.`;
}

function stateText(context: ActionContext): string {
  const { case: details, subject } = context;
  const payment = paymentOf(context);
  const refund = payment?.refunds.at(-1);
  const holds = details.subjectType === 'request' ? (subject.request?.holds ?? []) : [];
  const parts = [
    subject.purchase && purchaseText(subject.purchase),
    details.kind === 'dispute' && payment?.dispute && disputeText(payment.dispute),
    refund && (refund.isApproved ? refundTexts[refund.status] : 'the refund waits for approval'),
    ...holds.map((hold) => holdTexts[hold]),
    details.kind === 'report' && holds.length === 0 && 'payments are not paused',
  ].filter((part) => typeof part === 'string');
  return parts.join(', ') || `the case is ${details.status}`;
}

function purchaseText({ status, askedUntil, overrun }: NonNullable<CaseDetails['purchase']>): string {
  if (askedUntil) return 'the payer is asked about a higher price';
  if (status === 'claimed' && overrun)
    return overrun.isApproved ? 'the higher price is approved' : 'the higher price waits for approval';
  return purchaseTexts[status];
}

type Dispute = NonNullable<CaseDetails['payments'][number]['dispute']>;

function disputeText({ status, outcome, answer, acceptRequestedBy }: Dispute): string {
  if (outcome) return `the dispute is ${outcome}`;
  if (answer) return answer === 'fight' ? 'the dispute is fought' : 'the dispute is accepted';
  if (acceptRequestedBy) return 'accepting the dispute waits for approval';
  return status === 'awaiting_bank'
    ? 'the bank decides about the dispute'
    : 'the dispute waits for an answer';
}
