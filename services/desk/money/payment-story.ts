import type * as contracts from '#contracts/desk/desk-money.ts';
import type { Handler } from '#services/deps.ts';
import { receiptNumberText } from '#services/payments/receipts.ts';
import { notFound } from '#services/platform/errors.ts';
import { isoTimes } from '#services/platform/iso-times.ts';
import { presentCompared } from './compare-with-provider.ts';
import { findPayment, findPaymentParts } from './payment-parts.ts';
import { buildTimeline } from './payment-timeline.ts';

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
