import { dayMs } from '#contracts/durations.ts';
import { formatMinor } from '#contracts/money.ts';
import { expectAnswer } from '#services/cases/case-waiting.ts';
import { invalidField } from '#services/platform/errors.ts';
import { buyPurchase } from '#services/purchases/buy-purchase.ts';
import { purchaseCase } from '#services/purchases/end-purchase.ts';
import { handOverPurchase } from '#services/purchases/hand-over-purchase.ts';
import { claimPurchase, releasePurchase } from '#services/purchases/lock-purchase.ts';
import { markEnrolled } from '#services/purchases/record-enrolment.ts';
import { failPurchase, givenBack, requeuePurchase } from '#services/purchases/requeue-purchase.ts';
import {
  type ActionContext,
  actionOf,
  amountIn,
  type CaseAction,
  canMove,
  during,
  field,
  paymentOf,
  purchaseAction,
  type Values,
} from './case-action.ts';
import { orderFields } from './order-fields.ts';
import { approveHigherPrice, askForOverrun, askThePayer, withdrawThePriceQuestion } from './price-actions.ts';
import {
  heldPurchaseObstacle,
  ownPurchaseObstacle,
  releasablePurchaseObstacle,
} from './purchase-obstacles.ts';

/** How long a case waits for the learner where the platform names no last day. */
const redeemDays = 14;

const reason = field('text', 'reason', 'Reason');
const isMoneyBack = {
  ...field('choice', 'isMoneyBack', 'Did the platform give the price back?'),
  choices: [
    { value: 'no', label: 'No, or nothing was bought' },
    { value: 'yes', label: 'Yes' },
  ],
};

const startBuying = purchaseAction({
  appliesTo: during('queued', 'claimed'),
  obstacle: heldPurchaseObstacle,
  name: 'start-buying',
  hint: 'Holds the purchase for you for 30 minutes, so that no other operator buys the course. Do it before you order.',
  async run(manager, context) {
    const { claimedUntil } = await claimPurchase(manager, actionOf(context));
    return `Until ${claimedUntil?.toISOString().slice(11, 16)} UTC`;
  },
});

const stopBuying = purchaseAction({
  appliesTo: during('claimed'),
  obstacle: releasablePurchaseObstacle,
  name: 'stop-buying',
  hint: 'Nothing was ordered: puts the purchase back into the queue, so that another operator can buy the course now.',
  async run(manager, context) {
    await releasePurchase(manager, actionOf(context));
    return 'Nothing was ordered';
  },
});

const recordOrder = purchaseAction({
  appliesTo: during('claimed'),
  obstacle: ownPurchaseObstacle,
  name: 'record-order',
  hint: 'Enters what you bought into the ledger. A wrong order is put back into the queue.',
  isFinal: true,
  fieldsFor: orderFields,
  async run(manager, context, values) {
    const bought = await buyPurchase(manager, {
      ...actionOf(context),
      orderNumber: (values.orderNumber ?? '').trim(),
      chargedMinor: amountIn(values, 'charged'),
      chargedCurrency: currencyIn(values),
      exchangeRate: rateIn(values),
      redeemBy: lastDayIn(values),
    });
    return `Order ${bought.orderNumber}`;
  },
});

const handOver = purchaseAction({
  appliesTo(context) {
    const { purchase, request } = context.subject;
    // The request may be paid again after the payment of this purchase was given back.
    if (request?.status !== 'paid' || !paymentOf(context)) return false;
    return (
      purchase?.status === 'bought' ||
      (purchase?.status === 'handed_over' &&
        (request.delivery === 'enrolment-code' || purchase.notReceivedAt !== null))
    );
  },
  name: 'hand-over',
  hint: 'Tells the learner that the course is there. A code is stored encrypted and shown to the learner once. Again when it did not arrive: after you have sent it once more.',
  isFinal: true,
  fieldsFor: async (_client, { subject: { request } }) =>
    request?.delivery === 'enrolment-code' ? [field('line', 'code', 'Enrolment code')] : [],
  async run(manager, context, values, { config }) {
    const code = values.code?.trim() || undefined;
    await handOverPurchase(manager, { ...actionOf(context), code }, config);
    const { redeemBy } = context.subject.purchase ?? {};
    await expectAnswer(manager, purchaseCase(context.case.subjectId), {
      on: 'learner',
      matter: 'redeem',
      until: redeemBy ? new Date(redeemBy) : new Date(Date.now() + redeemDays * dayMs),
      detail: 'Until the learner is enrolled.',
    });
    return code ? 'With a code' : 'Without a code';
  },
});

const confirmEnrolment = purchaseAction({
  appliesTo: during('handed_over'),
  name: 'mark-enrolled',
  hint: 'The learner or the platform has confirmed it, and the learner does not press “I am enrolled”. Learner and payer are notified, the case is closed, and a code or login is erased.',
  isFinal: true,
  fields: [{ ...reason, label: 'How you know' }],
  async run(manager, context, values) {
    const why = (values.reason ?? '').trim();
    await markEnrolled(manager, { ...actionOf(context), reason: why });
    return why;
  },
});

const buyAgain = purchaseAction({
  appliesTo: canMove('queued'),
  obstacle: (context) => (paymentOf(context) ? undefined : givenBack),
  name: 'buy-again',
  hint: 'For an order that failed or a code that did not work. The course is bought once more.',
  fields: [reason, isMoneyBack],
  async run(manager, context, values) {
    await requeuePurchase(manager, failedOf(context, values));
    return values.reason ?? '';
  },
});

const endPurchase = purchaseAction({
  appliesTo: canMove('failed'),
  name: 'end-purchase',
  hint: 'The course cannot be bought. This case is closed, and one for the refund of the payment is opened unless it was given back.',
  isFinal: true,
  fields: [reason, isMoneyBack],
  notice: async (_client, context) => describeOrder(context),
  async run(manager, context, values) {
    const { reference, status } = await failPurchase(manager, failedOf(context, values));
    return status === 'reversed' ? (values.reason ?? '') : `${values.reason} Refund ${reference}.`;
  },
});

/**
 * Actions of operators on the case of a purchase, in the order of the work. The order is recorded before another start: a purchase
 * that the operator holds is to be bought, and its hold is prolonged when it has lapsed.
 */
export const purchaseActions: readonly CaseAction[] = [
  recordOrder,
  startBuying,
  stopBuying,
  askForOverrun,
  approveHigherPrice,
  askThePayer,
  withdrawThePriceQuestion,
  handOver,
  confirmEnrolment,
  buyAgain,
  endPurchase,
];

/** Returns what is to be done with an order whose payment was given back before it was handed over. */
function describeOrder(context: ActionContext): string | undefined {
  const { purchase } = context.subject;
  if (purchase?.status !== 'bought' || !purchase.spent || paymentOf(context)) return undefined;
  const spent = formatMinor(purchase.spent.minor, purchase.spent.currency);
  return `The payment was given back before the course was handed over. Cancel order ${purchase.orderNumber} at the platform first: what it does not give back of ${spent} is borne by the completion fund.`;
}

const failedOf = (context: ActionContext, values: Values) => ({
  ...actionOf(context),
  reason: (values.reason ?? '').trim(),
  isMoneyBack: values.isMoneyBack === 'yes',
});

function currencyIn({ currency = '' }: Values): string {
  const code = currency.trim().toUpperCase();
  if (/^[A-Z]{3}$/.test(code)) return code;
  throw invalidField('currency', 'Please enter the three letters of the currency, such as USD.');
}

function rateIn({ exchangeRate = '' }: Values): number {
  const rate = exchangeRate.trim() === '' ? 1 : Number(exchangeRate);
  if (Number.isFinite(rate) && rate > 0) return rate;
  throw invalidField('exchangeRate', 'Please enter the exchange rate as a number, such as 1580.5.');
}

function lastDayIn({ redeemBy = '' }: Values): Date | null {
  if (redeemBy.trim() === '') return null;
  const lastDay = new Date(`${redeemBy.trim().slice(0, 10)}T23:59:59.000Z`);
  if (lastDay > new Date()) return lastDay;
  throw invalidField('redeemBy', 'Please choose a day in the future.');
}
