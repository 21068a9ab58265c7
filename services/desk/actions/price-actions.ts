import { formatMinor } from '#contracts/money.ts';
import { CurrencySchema } from '#contracts/price-fields.ts';
import { type ApprovalRule, describeApprovers } from '#services/cases/approval.ts';
import { expectAnswer, resumeCase } from '#services/cases/case-waiting.ts';
import { fundBalancesSql } from '#services/ledger/captured-money.ts';
import { row } from '#services/platform/database/sql.ts';
import { approveOverrun, askedForPrice, requestOverrun } from '#services/purchases/buy-purchase.ts';
import { contributedMinorSql } from '#services/purchases/contributions.ts';
import { purchaseCase } from '#services/purchases/end-purchase.ts';
import {
  askPayer,
  rejectWhilePaying,
  withdrawQuestion,
} from '#services/purchases/price-choices/price-choices.ts';
import { approvalObstacle } from '../approvals/approval-obstacle.ts';
import {
  type ActionClient,
  type ActionContext,
  actionOf,
  amountIn,
  during,
  field,
  managerOf,
  optionalField,
  purchaseAction,
  refusalOf,
} from './case-action.ts';
import { describeFund } from './payment-actions.ts';
import { ownPurchaseObstacle } from './purchase-obstacles.ts';

const price = field('amount', 'price', 'Price in the currency of the payment');

function formatPrice(minor: number, { subject }: ActionContext): string {
  const currency = CurrencySchema.safeParse(subject.request?.price.currency);
  return formatMinor(minor, currency.data ?? '');
}

/** Asks a second operator for a price between 105 % and 115 %. */
export const askForOverrun = purchaseAction({
  appliesTo: during('claimed'),
  obstacle: ownPurchaseObstacle,
  name: 'ask-for-higher-price',
  hint: 'For a price between 105 % and 115 % of what was paid. The overrun comes from the completion fund. The purchase stays yours until it is approved, above the limit by a lead.',
  fields: [price, optionalField('text', 'reason', 'Why', 'For the operator who approves it. May be empty.')],
  async run(manager, context, values) {
    const spentMinor = amountIn(values, 'price');
    const reason = (values.reason ?? '').trim().slice(0, 500);
    await requestOverrun(manager, { ...actionOf(context), spentMinor, reason });
    return formatPrice(spentMinor, context);
  },
});

/** A price above 105 % that an operator asked for, in minor units. */
export interface HigherPrice {
  requestedById: string | null;
  amountMinor: number;
  currency: string;
  /** What the payers give for the course. */
  contributedMinor: number;
  /** Balance of the completion fund; less than 0 when it is overdrawn. */
  fundBalanceMinor: number;
}

/** Returns what the completion fund pays of a higher price that waits, and under the four-eyes rule who approves it. Pure. */
export function describeOverrun(rule: ApprovalRule, price: HigherPrice): string {
  const { requestedById, amountMinor, currency, contributedMinor, fundBalanceMinor } = price;
  const takenMinor = Math.max(0, amountMinor - contributedMinor);
  const cost = `${formatMinor(takenMinor, currency)} more than was paid, from the completion fund. ${describeFund(fundBalanceMinor, takenMinor, currency)}`;
  return rule.isFourEyes
    ? `${cost}\n${describeApprovers(rule, { requestedById, amountMinor, currency })}`
    : cost;
}

function findHigherPrice(client: ActionClient, purchaseId: string): Promise<HigherPrice | undefined> {
  return row<HigherPrice>(
    client,
    `SELECT u.overrun_by_id AS "requestedById", coalesce(u.overrun_minor, 0)::float8 AS "amountMinor", p.currency,
       ${contributedMinorSql} AS "contributedMinor", coalesce(fund.minor, 0) AS "fundBalanceMinor"
     FROM purchases u JOIN payments p ON p.id = u.payment_id
     LEFT JOIN (${fundBalancesSql}) fund ON fund.currency = p.currency WHERE u.id = $1`,
    [purchaseId],
  );
}

/** Approves the price that another operator asked for. */
export const approveHigherPrice = purchaseAction({
  appliesTo: ({ subject: { purchase } }) =>
    purchase?.status === 'claimed' && purchase.overrun?.isApproved === false,
  obstacle: approvalObstacle('higher_price', askedForPrice),
  name: 'approve-higher-price',
  isForEveryone: true,
  hint: 'For the operator who did not ask for it, who buys the course afterwards.',
  async notice(client, { approval, case: { subjectId } }) {
    const price = await findHigherPrice(client, subjectId);
    return price && describeOverrun(approval, price);
  },
  async run(manager, context) {
    await approveOverrun(manager, actionOf(context), context.approval);
    return 'Approved';
  },
});

/** Asks the payer about a price above 115 %; the case waits for the answer. */
export const askThePayer = purchaseAction({
  appliesTo: during('claimed'),
  obstacle: ownPurchaseObstacle,
  name: 'ask-payer',
  hint: 'For a price above 115 % of what was paid. The payer has 7 days to pay the difference or to take the money back; without an answer the money goes back. The case waits meanwhile.',
  fields: [price, optionalField('text', 'message', 'Note to the payer', 'Is sent as it is. May be empty.')],
  async run(manager, context, values) {
    const priceMinor = amountIn(values, 'price');
    const message = (values.message ?? '').trim().slice(0, 500);
    const { dueAt } = await askPayer(manager, { ...actionOf(context), priceMinor, message });
    const detail = `The payer is asked about ${formatPrice(priceMinor, context)}.`;
    const about = purchaseCase(context.case.subjectId);
    await expectAnswer(manager, about, { on: 'sponsor', matter: 'price', until: dueAt, detail });
    return detail;
  },
});

/** Takes the question to the payer back. */
export const withdrawThePriceQuestion = purchaseAction({
  appliesTo: ({ subject: { purchase } }) => Boolean(purchase?.askedUntil),
  obstacle: (context, client) =>
    refusalOf(() => rejectWhilePaying(managerOf(client), context.case.subjectId)),
  name: 'withdraw-price-question',
  hint: 'For example because the price has fallen again. Not possible while the payer is paying the difference.',
  async run(manager, context) {
    await withdrawQuestion(manager, actionOf(context));
    const { subjectId: id } = context.case;
    const detail = 'The payer is no longer asked about the price.';
    await resumeCase(manager, purchaseCase(id), { actorId: context.operator.id, detail });
    return detail;
  },
});
