import { formatMinor } from '#contracts/money.ts';
import { acceptReviewedPayment, previewAcceptance } from '#services/flows/accept-reviewed-payment.ts';
import {
  type ActionClient,
  type ActionContext,
  type CaseAction,
  defineAction,
  optionalField,
  paymentOf,
  requirePayment,
} from './case-action.ts';

const isUnderReview: CaseAction['appliesTo'] = (context) => paymentOf(context)?.status === 'needs_review';

const obstacleOf = (asksForRest: boolean) => async (context: ActionContext, client: ActionClient) => {
  const view = await previewAcceptance(client, requirePayment(context), asksForRest);
  return 'obstacle' in view ? view.obstacle : undefined;
};

/** Returns how much is for the course, goes back, and is missing; undefined where the payment cannot be accepted so. */
const noticeOf = (asksForRest: boolean) => async (client: ActionClient, context: ActionContext) => {
  const view = await previewAcceptance(client, requirePayment(context), asksForRest);
  if ('obstacle' in view) return undefined;
  const money = (minor: number) => formatMinor(minor, view.currency);
  const { priceMinor, excessMinor, missingMinor } = view;
  return [
    `${money(priceMinor)} of the payment are for the course, without a service fee.`,
    excessMinor > 0 &&
      `${money(excessMinor)} go back to the payer: an operator approves it, and the course is bought once it is paid out.`,
    missingMinor > 0 &&
      (asksForRest
        ? `${money(missingMinor)} are missing: the payer has 7 days to pay them, or gets all of the money back.`
        : `${money(missingMinor)} are missing: when the course is bought, the completion fund pays them, above 5 % after the approval of another operator.`),
  ]
    .filter(Boolean)
    .join('\n');
};

const acceptPayment = defineAction(['payment_review'], {
  name: 'accept-payment',
  hint: 'Takes a payment with another amount than the requested one as it is: the request is paid, its course is to be bought, and learner and payer get their mails. This case is closed.',
  isFinal: true,
  appliesTo: isUnderReview,
  obstacle: obstacleOf(false),
  notice: noticeOf(false),
  async run(manager, context) {
    const decision = { paymentId: requirePayment(context), operatorId: context.operator.id };
    const { excessMinor } = await acceptReviewedPayment(manager, decision);
    return excessMinor > 0 ? 'What is above the price waits for approval to go back' : '';
  },
});

const askForRest = defineAction(['payment_review'], {
  name: 'ask-for-rest',
  hint: 'Takes a payment that is too low, and asks its payer for the missing part of the price: pay it within 7 days, or take all of the money back. The purchase of the course is yours and waits for the answer. This case is closed.',
  isFinal: true,
  fields: [optionalField('text', 'message', 'Note to the payer', 'Is sent as it is. May be empty.')],
  appliesTo: isUnderReview,
  obstacle: obstacleOf(true),
  notice: noticeOf(true),
  async run(manager, context, values) {
    const message = (values.message ?? '').trim().slice(0, 500);
    const decision = { paymentId: requirePayment(context), operatorId: context.operator.id };
    const { missingMinor } = await acceptReviewedPayment(manager, { ...decision, rest: { message } });
    const { currency } = context.subject.request?.price ?? { currency: '' };
    return `${formatMinor(missingMinor, currency)} are missing`;
  },
});

/** Actions that take a payment under review for the course that it was made for. */
export const acceptanceActions: readonly CaseAction[] = [acceptPayment, askForRest];
