import type * as contracts from '#contracts/desk/desk-money.ts';
import type { PaymentStory } from '#contracts/desk/desk-money.ts';
import { formatMinor } from '#contracts/money.ts';
import type { Handler } from '#services/deps.ts';
import { receiptNumberText } from '#services/payments/receipts.ts';
import { notFound } from '#services/platform/errors.ts';
import { isoTimes } from '#services/platform/iso-times.ts';
import { presentCompared } from './compare-with-provider.ts';
import { findPayment, findPaymentParts, type PaymentParts, type PaymentRow } from './payment-parts.ts';

/** Returns a payment beside what the provider reported, and everything that happened to it. @throws HttpError 404 */
export const getPaymentStory: Handler<typeof contracts.getPaymentStory> = async ({ params }, { db }) => {
  const payment = await findPayment(db, params.id);
  if (!payment) throw notFound('There is no such payment.');
  const parts = await findPaymentParts(db, payment);
  const { refunds, disputes, purchase, transactions, webhooks, cases } = parts;
  const { reviewReason, course, requestStatus, learner, currency } = payment;
  const spentMinor = purchase?.spentMinor ?? null;
  const spent = spentMinor === null ? null : { minor: spentMinor, currency };
  return {
    message: 'The payment.',
    data: {
      ...presentCompared(payment),
      ...{ reviewReason, course, requestStatus, learner },
      isAnonymous: payment.isAnonymous,
      receiptNumber: payment.receiptNumber === null ? null : receiptNumberText(payment.receiptNumber),
      refunds: refunds.map(({ minor, currency, ...refund }) => ({
        ...isoTimes(refund),
        amount: { minor, currency },
      })),
      disputes: disputes.map(({ minor, currency, ...dispute }) => ({
        ...isoTimes(dispute),
        amount: { minor, currency },
      })),
      purchase: purchase ? { ...isoTimes(purchase), spent } : null,
      transactions,
      webhooks: webhooks.map(isoTimes),
      cases,
      timeline: buildTimeline(payment, parts),
    },
  };
};

type Event = readonly [at: Date | null, what: string, detail?: string | null];

/** Returns what happened to a payment, oldest first. Pure. */
function buildTimeline(payment: PaymentRow, parts: PaymentParts): PaymentStory['timeline'] {
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
