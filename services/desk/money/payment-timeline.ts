import { actionName } from '#contracts/cases/audit-actions.ts';
import type { PaymentStory } from '#contracts/desk/desk-money.ts';
import { caseOutcomeName } from '#contracts/desk/desk-words.ts';
import { ledgerKindName } from '#contracts/desk/ledger-words.ts';
import { formatMinor } from '#contracts/money.ts';
import { incidentTitle } from '#services/payments/incidents.ts';
import { receiptNumberText } from '#services/payments/receipts.ts';
import { reportOf } from '#services/providers/reports.ts';
import type { PaymentParts, PaymentRow } from './payment-parts.ts';

type Event = readonly [at: Date | null, what: string, detail?: string | null | undefined];

/** Who started a refund; empty for an operator, whom the audit log names. */
const origins: Readonly<Record<string, string>> = {
  operator: '',
  settlement: 'the payment came too late',
  payer: 'by the payer',
  provider: 'on the provider’s dashboard',
  proof: 'the course was bought elsewhere',
};
const answers: Readonly<Record<string, string>> = { accept: 'accepted', fight: 'with evidence' };

// Actions that a time of the refund or dispute itself shows.
const shownByTimes = new Set([
  ...['refund.requested', 'refund.approved', 'refund.processed'],
  ...['dispute.opened', 'dispute.accept', 'dispute.fight', 'dispute.won', 'dispute.lost', 'dispute.accepted'],
]);

/**
 * Returns what happened to a payment, oldest first. An event says the state that it led to, never the present one: a purchase that
 * was started over has forgotten its earlier order, which the audit log has. Pure.
 */
export function buildTimeline(
  payment: Pick<PaymentRow, 'createdAt' | 'openedAt' | 'settledAt' | 'payer' | 'receiptNumber'>,
  parts: Pick<PaymentParts, 'refunds' | 'disputes' | 'purchase' | 'transactions' | 'webhooks' | 'acts'>,
): PaymentStory['timeline'] {
  const { receiptNumber } = payment;
  const events: Event[] = [
    [payment.createdAt, 'Payment started', payment.payer.name],
    [payment.openedAt, 'Payment page opened'],
    [
      payment.settledAt,
      'Settled',
      receiptNumber === null ? null : `Approved, receipt ${receiptNumberText(receiptNumber)}`,
    ],
    ...parts.refunds.flatMap(refundEvents),
    ...parts.disputes.flatMap(disputeEvents),
    ...purchaseEvents(parts),
    ...parts.transactions.map(
      ({ at, kind }): Event => [new Date(at), 'Recorded in the ledger', ledgerKindName(kind)],
    ),
    ...parts.webhooks.map(
      ({ at, event }): Event => [at, 'Reported by the provider', incidentTitle(reportOf(event))],
    ),
    ...parts.acts
      .filter(({ action }) => !shownByTimes.has(action))
      .map(({ at, action, detail }): Event => [at, actionName(action), detail]),
  ];
  return events
    .flatMap(([at, what, detail]) => (at ? [{ at: at.toISOString(), what, detail: detail ?? '' }] : []))
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

function refundEvents({ minor, currency, ...refund }: PaymentParts['refunds'][number]): Event[] {
  const amount = formatMinor(minor, currency);
  const asked = [amount, origins[refund.origin], refund.reason].filter(Boolean).join(' · ');
  return [
    [refund.createdAt, 'Refund requested', asked],
    [refund.approvedAt, 'Refund approved', amount],
    [refund.calledAt, 'Refund sent to the provider', amount],
    [refund.processedAt, 'Refund paid out', amount],
  ];
}

function disputeEvents({ minor, currency, ...dispute }: PaymentParts['disputes'][number]): Event[] {
  return [
    [dispute.openedAt, 'Dispute opened', formatMinor(minor, currency)],
    [dispute.answeredAt, 'Dispute answered', dispute.answer && answers[dispute.answer]],
    [dispute.resolvedAt, 'Dispute resolved', dispute.outcome && caseOutcomeName(dispute.outcome)],
  ];
}

/** Events of the purchase that the audit log does not have, such as those of sample data. */
function purchaseEvents({ purchase, acts }: Pick<PaymentParts, 'purchase' | 'acts'>): Event[] {
  if (!purchase) return [];
  const times: [action: string, at: Date | null, what: string, detail?: string | null][] = [
    ['purchase.created', purchase.createdAt, 'Course to be bought'],
    [
      'purchase.bought',
      purchase.boughtAt,
      'Course bought',
      purchase.orderNumber && `Order ${purchase.orderNumber}`,
    ],
    ['purchase.handed_over', purchase.handedOverAt, 'Course handed over'],
    ['purchase.code_seen', purchase.codeSeenAt, 'Code seen by the learner'],
    ['purchase.enrolled', purchase.redeemedAt, 'Learner enrolled'],
  ];
  return times.filter(([action]) => !acts.some((act) => act.action === action)).map(([, ...event]) => event);
}
