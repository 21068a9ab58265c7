import type { PaymentStory } from '#contracts/desk/desk-money.ts';
import { formatMinor } from '#contracts/money.ts';
import type { PaymentParts, PaymentRow } from './payment-parts.ts';

type Event = readonly [at: Date | null, what: string, detail?: string | null];

/** Returns what happened to a payment, oldest first. Pure. */
export function buildTimeline(payment: PaymentRow, parts: PaymentParts): PaymentStory['timeline'] {
  const { purchase } = parts;
  const events: Event[] = [
    [payment.createdAt, 'Payment started', payment.payer.name],
    [payment.openedAt, 'Payment page opened'],
    [payment.settledAt, 'Settled', payment.reviewReason ?? payment.status],
    ...parts.refunds.flatMap(({ minor, currency, ...refund }): Event[] => {
      const amount = formatMinor(minor, currency);
      return [
        [refund.createdAt, 'Refund requested', `${amount} · ${refund.origin} · ${refund.reason}`],
        [refund.approvedAt, 'Refund approved', amount],
        [refund.calledAt, 'Refund sent to the provider', amount],
        [refund.processedAt, 'Refund processed', amount],
      ];
    }),
    ...parts.disputes.flatMap(({ minor, currency, ...dispute }): Event[] => [
      [dispute.openedAt, 'Dispute opened', formatMinor(minor, currency)],
      [dispute.answeredAt, 'Dispute answered', dispute.answer],
      [dispute.resolvedAt, 'Dispute resolved', dispute.outcome],
    ]),
    ...(purchase
      ? ([
          [purchase.createdAt, 'Purchase queued'],
          [purchase.boughtAt, 'Course bought', purchase.orderNumber],
          [purchase.handedOverAt, 'Handed over'],
          [purchase.codeSeenAt, 'Code seen by the learner'],
          [purchase.redeemedAt, 'Redeemed'],
        ] satisfies Event[])
      : []),
    ...parts.transactions.map(
      ({ at, kind }): Event => [new Date(at), 'Recorded in the ledger', kind.replaceAll('_', ' ')],
    ),
    ...parts.webhooks.map(({ at, event }): Event => [at, 'Webhook', event]),
    ...parts.acts.map(({ at, what, detail }): Event => [at, what, detail]),
  ];
  return events
    .flatMap(([at, what, detail]) => (at ? [{ at: at.toISOString(), what, detail: detail ?? '' }] : []))
    .toSorted((a, b) => a.at.localeCompare(b.at));
}
