import { CurrencySchema, formatMinor } from '#contracts/money.ts';
import { describeApprovers } from '#services/cases/approval-rule.ts';
import { resumeCase, waitForAnswer } from '#services/cases/wait-for-answer.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { approveOverrun, requestOverrun } from '#services/purchases/buy-purchase.ts';
import { askPayer, withdrawQuestion } from '#services/purchases/price-choices/ask-payer.ts';
import { PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { purchaseCase } from '#services/purchases/queue-purchase.ts';
import type { CaseAction } from './case-action.ts';
import { actionOf, amountIn, during, purchaseKinds } from './purchase-action.ts';

/** Asks a second operator for a price between 105 % and 115 %. */
export const askForOverrun: CaseAction = {
  kinds: purchaseKinds,
  appliesTo: during('claimed'),
  name: 'ask-for-higher-price',
  label: 'Ask a second operator for a higher price',
  hint: 'For a price between 105 % and 115 % of what was paid. The overrun comes from the completion fund. The purchase stays yours until it is approved, above the limit by a lead.',
  isFinal: false,
  fields: [
    { name: 'price', label: 'Price in the currency of the payment', type: 'amount', isRequired: true },
  ],
  async run(manager, context, values) {
    const spentMinor = amountIn(values, 'price');
    await requestOverrun(manager, { ...actionOf(context), spentMinor });
    const currency = CurrencySchema.safeParse(context.subject.request?.price.currency);
    return formatMinor(spentMinor, currency.data ?? '');
  },
};

/** Approves the price that another operator asked for. */
export const approveHigherPrice: CaseAction = {
  kinds: purchaseKinds,
  appliesTo: ({ subject: { purchase } }) =>
    purchase?.status === 'claimed' && purchase.overrun?.isApproved === false,
  name: 'approve-higher-price',
  label: 'Approve the higher price',
  hint: 'For the operator who did not ask for it. Return the case to the inbox afterwards, so that the course can be bought.',
  isFinal: false,
  fields: [],
  async notice(client, { approval, case: { subjectId: id } }) {
    const purchase = await client.getRepository(PurchaseEntity).findOneByOrFail({ id });
    const { currency } = await client
      .getRepository(PaymentEntity)
      .findOneByOrFail({ id: purchase.paymentId });
    const { overrunById: requestedById, overrunMinor } = purchase;
    return approval.isFourEyes
      ? describeApprovers(approval, { requestedById, amountMinor: overrunMinor ?? 0, currency })
      : undefined;
  },
  async run(manager, context) {
    await approveOverrun(manager, actionOf(context), context.approval);
    return 'Approved';
  },
};

/** Asks the payer about a price above 115 %; the case waits for the answer. */
export const askThePayer: CaseAction = {
  kinds: purchaseKinds,
  appliesTo: during('claimed'),
  name: 'ask-payer',
  label: 'Ask the payer about a higher price',
  hint: 'For a price above 115 % of what was paid. The payer has 7 days to pay the difference or to take the money back; without an answer the money goes back. The case waits meanwhile.',
  isFinal: false,
  fields: [
    { name: 'price', label: 'Price in the currency of the payment', type: 'amount', isRequired: true },
    {
      name: 'message',
      label: 'Note to the payer',
      hint: 'Is sent as it is. May be empty.',
      type: 'text',
      isRequired: false,
    },
  ],
  async run(manager, context, values) {
    const priceMinor = amountIn(values, 'price');
    const message = (values.message ?? '').trim().slice(0, 500);
    const { dueAt } = await askPayer(manager, { ...actionOf(context), priceMinor, message });
    const currency = CurrencySchema.safeParse(context.subject.request?.price.currency);
    const reason = `The payer is asked about ${formatMinor(priceMinor, currency.data ?? '')}.`;
    const action = { caseId: context.case.id, operatorId: context.operator.id };
    await waitForAnswer(manager, { ...action, on: 'sponsor', until: dueAt, reason });
    return reason;
  },
};

/** Takes the question to the payer back. */
export const withdrawThePriceQuestion: CaseAction = {
  kinds: purchaseKinds,
  appliesTo: ({ subject: { purchase } }) => Boolean(purchase?.askedUntil),
  name: 'withdraw-price-question',
  label: 'Take the question to the payer back',
  hint: 'For example because the price has fallen again. Not possible while the payer is paying the difference.',
  isFinal: false,
  fields: [],
  async run(manager, context) {
    await withdrawQuestion(manager, actionOf(context));
    const { subjectId: id } = context.case;
    const detail = 'The payer is no longer asked about the price.';
    await resumeCase(manager, purchaseCase(id), { actorId: context.operator.id, detail });
    return detail;
  },
};
