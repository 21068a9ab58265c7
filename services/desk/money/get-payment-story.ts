import type { getPaymentStory as contract } from '#contracts/desk/desk-money.ts';
import type { Handler } from '#services/deps.ts';
import { receiptNumberText } from '#services/payments/receipts/receipt-number-text.ts';
import { notFound } from '#services/platform/errors.ts';
import { buildTimeline } from './build-timeline.ts';
import { compareWithProvider } from './compare-with-provider.ts';
import { findPayment, findPaymentParts } from './payment-parts.ts';

/** Returns a payment beside what the provider reported, and everything that happened to it. @throws HttpError 404 */
export const getPaymentStory: Handler<typeof contract> = async ({ params }, { db }) => {
  const payment = await findPayment(db, params.id);
  if (!payment) throw notFound('There is no such payment.');
  const parts = await findPaymentParts(db, payment);
  const { refunds, disputes, purchase, transactions, webhooks, cases } = parts;
  const { id, reference, status, reviewReason, course, requestStatus, payer, learner } = payment;
  // A settled payment is one whose amount the provider has reported.
  const reports = [payment.chargedAt, payment.lastCheckedAt ?? payment.settledAt];
  const reportedAt = Math.max(...reports.map((at) => at?.getTime() ?? 0));
  return {
    message: 'The payment.',
    data: {
      ...{ id, reference, status, reviewReason, course, requestStatus, payer, learner },
      isAnonymous: payment.isAnonymous,
      receiptNumber: payment.receiptNumber === null ? null : receiptNumberText(payment.receiptNumber),
      comparison: compareWithProvider(payment),
      reportedAt: reportedAt > 0 ? new Date(reportedAt).toISOString() : null,
      refunds: refunds.map(({ minor, currency, createdAt, ...refund }) => ({
        ...refund,
        amount: { minor, currency },
        createdAt: createdAt.toISOString(),
      })),
      disputes: disputes.map(({ minor, currency, dueAt, ...dispute }) => ({
        ...dispute,
        amount: { minor, currency },
        dueAt: dueAt.toISOString(),
      })),
      purchase: purchase
        ? {
            ...purchase,
            spent:
              purchase.spentMinor === null
                ? null
                : { minor: purchase.spentMinor, currency: payment.currency },
          }
        : null,
      transactions,
      webhooks: webhooks.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
      cases,
      timeline: buildTimeline(payment, parts),
    },
  };
};
