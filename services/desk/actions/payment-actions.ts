import { Not } from 'typeorm';
import { formatMinor } from '#contracts/money.ts';
import {
  type ApprovalRule,
  type ApprovedAmount,
  describeApprovers,
  rejectUnlessApprover,
} from '#services/cases/approval.ts';
import { findLeftMinor } from '#services/disputes/disputes.ts';
import {
  approveRefundUnlessDisputed,
  rejectApproval,
  rejectUnlessLeft,
  requestRefundUnlessDisputed,
} from '#services/disputes/refund-unless-disputed.ts';
import { previewReturn, type ReturnShares } from '#services/ledger/captured-money.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { verifyPaymentJob } from '#services/payments/payments.jobs.ts';
import type { SqlClient } from '#services/platform/database/sql.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { findOwedExcess, requestExcessAgain } from '#services/purchases/excess.ts';
import { openCasesOfPayment } from '#services/purchases/required-cases/open-required-cases.ts';
import { requestRestAgain } from '#services/purchases/rests/request-rest.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { isRefundOpen, isWithdrawable } from '#services/refunds/refund-rules.ts';
import { syncRefundsJob } from '#services/refunds/refunds.jobs.ts';
import { requestedByYou, withdrawRefund } from '#services/refunds/request-refund.ts';
import {
  type ActionClient,
  type ActionContext,
  defineAction,
  field,
  once,
  paymentOf,
  refusalOf,
  requirePayment,
  sampleObstacle,
} from './case-action.ts';

const refundKinds = ['refund', 'payment_review', 'purchase', 'report', 'reconciliation'] as const;

/** Requests the refund of a payment, and approves it where one operator may. */
export const refundPayment = defineAction(refundKinds, {
  name: 'refund',
  hint: 'Gives all that is left of the payment back to the payer. With two pairs of eyes another operator approves it first.',
  isFinal: true,
  fields: [
    field('text', 'reason', 'Why', 'The payer reads it on the dashboard and in the mails about the refund.'),
  ],
  appliesTo: (context) =>
    paymentOf(context) !== undefined &&
    paymentOf(context)?.status !== 'reversed' &&
    ownRefunds(context).length === 0,
  obstacle: async (context, client) =>
    sampleObstacle(context) ??
    refusalOf(async () => rejectUnlessLeft(client, (await readRefund(context, client)).payment)),
  notice: describeRefund,
  async run(manager, context, { reason = '' }) {
    const input = { paymentId: requirePayment(context), operatorId: context.operator.id, reason };
    const refund = await requestRefundUnlessDisputed(manager, input, context.approval);
    // A report may be the only open case so far.
    await openCasesOfPayment(manager, input.paymentId);
    return refund.approvedAt ? `Started: ${reason}` : `Waits for a second operator: ${reason}`;
  },
});

/** Approves the refund of a payment that another operator, or the settlement, requested. */
export const approveRequestedRefund = defineAction(refundKinds, {
  name: 'approve-refund',
  hint: 'Starts the refund at the payment provider.',
  isFinal: true,
  isForEveryone: true,
  appliesTo: (context) => ownRefunds(context).some(({ isApproved }) => !isApproved),
  obstacle: async (context, client) => sampleObstacle(context) ?? approveObstacle(client, context),
  notice: describeRefund,
  async run(manager, context) {
    const paymentId = requirePayment(context);
    const input = { refundId: await waitingRefundId(manager, paymentId), operatorId: context.operator.id };
    const { reason } = await approveRefundUnlessDisputed(manager, input, context.approval);
    return `Approved: ${reason}`;
  },
});

/** Withdraws a refund that an operator requested, or the rest of a cheaper course, that is not approved. */
export const withdrawRequestedRefund = defineAction(refundKinds, {
  name: 'withdraw-refund',
  hint: 'The payment stays as it is. Only for a refund that is not approved, and that an operator requested, also by confirming a proof, or that follows from an order: the rest of a cheaper course stays in the completion fund.',
  fields: [field('text', 'reason', 'Why')],
  appliesTo: (context) => ownRefunds(context).some((refund) => isWithdrawable(refund) && !refund.isApproved),
  async run(manager, context, { reason = '' }) {
    const refundId = await waitingRefundId(manager, requirePayment(context));
    await withdrawRefund(manager, { refundId, operatorId: context.operator.id, reason });
    return reason;
  },
});

/** Requests the rest of a cheaper course once more, whose refund has failed. */
export const requestRestOnceMore = defineAction(['refund'], {
  name: 'refund-rest-again',
  hint: 'The refund of the rest of a cheaper course has failed. It is requested once more, and approved like the first one.',
  appliesTo: (context) =>
    ownRefunds(context).length === 0 && (paymentOf(context)?.refunds ?? []).some(({ isOwed }) => isOwed),
  obstacle: sampleObstacle,
  async run(manager, context) {
    const rest = { paymentId: requirePayment(context), operatorId: context.operator.id };
    if (!(await requestRestAgain(manager, rest)))
      throw conflict(
        'Nothing was requested: less than the rest is left of this payment, or the purchase was ended or put back since.',
      );
    return 'Waits for approval';
  },
});

/** Requests once more what was paid above the price, whose refund has failed. */
export const requestExcessOnceMore = defineAction(['purchase', 'refund'], {
  name: 'refund-excess-again',
  hint: 'The refund of what was paid above the price has failed. It is requested once more, and approved like the first one; the course is bought once it is paid out.',
  appliesTo: (context) =>
    paymentOf(context)?.status === 'approved' &&
    ownRefunds(context).length === 0 &&
    paymentOf(context)?.refunds.findLast(({ origin }) => origin === 'settlement')?.status === 'failed',
  obstacle: async (context, client) =>
    sampleObstacle(context) ??
    ((await findOwedExcess(client, requirePayment(context))) ? undefined : noExcess),
  async run(manager, context) {
    const excess = { paymentId: requirePayment(context), operatorId: context.operator.id };
    if (!(await requestExcessAgain(manager, excess))) throw conflict(noExcess);
    return 'Waits for approval';
  },
});

const noExcess = 'Nothing above the price is left of this payment.';

async function approveObstacle(client: ActionClient, context: ActionContext): Promise<string | undefined> {
  const { approval: rule, operator } = context;
  return refusalOf(async () => {
    const { payment, waiting, leftMinor } = await readRefund(context, client);
    if (waiting?.status !== 'pending') throw conflict(noneWaits);
    if (leftMinor === 0) return rejectApproval(client, payment.id);
    const act = { ...waiting, amountMinor: Math.min(waiting.amountMinor, leftMinor) };
    return rejectUnlessApprover(rule, act, operator.id, requestedByYou);
  });
}

/** Reads a payment, its refund that operators can approve or follow, and what is left of it for that refund. */
const readRefund = once(async (context, client) => {
  const payment = await client.getRepository(PaymentEntity).findOneByOrFail({ id: requirePayment(context) });
  const refunds = await client.getRepository(RefundEntity).findBy({ paymentId: payment.id });
  const waiting = refunds.find(({ origin, status }) => origin !== 'provider' && isRefundOpen(status));
  const leftMinor = await findLeftMinor(client, payment, waiting && { refundId: waiting.id });
  return { payment, waiting, leftMinor };
});

const noneWaits = 'No refund of this payment waits for approval.';

async function waitingRefundId(client: ActionClient, paymentId: string): Promise<string> {
  const waiting = await client.getRepository(RefundEntity).findOneBy({
    paymentId,
    status: 'pending',
    origin: Not('provider'),
  });
  if (!waiting) throw conflict(noneWaits);
  return waiting.id;
}

/** Returns the open refunds of the payment that were not started on the provider's dashboard: one at most. */
export function ownRefunds(context: ActionContext) {
  const refunds = paymentOf(context)?.refunds ?? [];
  return refunds.filter(({ origin, status }) => origin !== 'provider' && isRefundOpen(status));
}

/** Returns what the refund costs that waits for approval, or that would be requested, and who approves it. */
export async function describeRefund(
  client: ActionClient,
  context: ActionContext,
): Promise<string | undefined> {
  const { payment, waiting, leftMinor } = await readRefund(context, client);
  const amountMinor = Math.min(leftMinor, waiting?.amountMinor ?? leftMinor);
  const requestedById = waiting ? waiting.requestedById : context.operator.id;
  const currency = payment.capturedCurrency ?? payment.currency;
  const amount = { requestedById, amountMinor, currency };
  const isRest = waiting?.isRest ?? false;
  return describeGuardedReturn(client, context.approval, { ...amount, paymentId: payment.id, isRest });
}

const settledKinds = ['payment_review', 'refund', 'dispute', 'reconciliation', 'purchase'] as const;

/** Verifies the payments of the request with the provider once more; also settled ones. */
export const settleAgain = defineAction(settledKinds, {
  name: 'settle-again',
  hint: 'Asks the provider for every payment of this request and updates ours. Nothing is paid or refunded by it.',
  appliesTo: ({ subject }) => subject.payments.length > 0,
  obstacle: sampleObstacle,
  async run(manager, { subject }) {
    const references = subject.payments.map(({ reference }) => reference);
    for (const reference of references) {
      await enqueue(manager, verifyPaymentJob, { reference });
      // A settled payment changes only by its refunds.
      await enqueue(manager, syncRefundsJob, { reference });
    }
    return references.join(', ');
  },
});

/**
 * Returns the cost of giving this much of a payment back and who bears it, and in another line, under the four-eyes rule,
 * who approves it. Undefined when there is nothing to give back.
 */
export async function describeGuardedReturn(
  client: SqlClient,
  rule: ApprovalRule,
  { paymentId, isRest = false, ...amount }: ApprovedAmount & { paymentId: string; isRest?: boolean },
): Promise<string | undefined> {
  const { amountMinor } = amount;
  if (amountMinor === 0) return undefined;
  const shares = await previewReturn(client, { paymentId, amountMinor, isRest });
  return shares && describeShares(rule, shares, { ...amount, isRest });
}

/** Returns {@link describeGuardedReturn} of a cost that is known. Pure. */
export function describeShares(
  rule: ApprovalRule,
  shares: ReturnShares,
  { isRest, ...amount }: ApprovedAmount & { isRest: boolean },
): string {
  return [describeReturn(shares, isRest), rule.isFourEyes && describeApprovers(rule, amount)]
    .filter(Boolean)
    .join('\n');
}

/**
 * Returns what a refund or an accepted dispute costs and who bears it, in sentences for operators.
 * @internal Its test needs no database.
 */
export function describeReturn(shares: ReturnShares, isRest = false): string {
  const { currency, amountMinor, requestMinor, serviceFeeMinor, fundMinor, fundBalanceMinor } = shares;
  const amount = (minor: number) => formatMinor(minor, currency);
  const sources = [
    fundMinor > 0 &&
      `${amount(fundMinor)} from the completion fund, ${isRest ? 'which has the rest of the cheaper course' : 'because it is spent'}`,
    requestMinor > 0 && `${amount(requestMinor)} that the request holds`,
    serviceFeeMinor > 0 && `${amount(serviceFeeMinor)} of service fees`,
  ].filter(Boolean);
  const text = `${amount(amountMinor)} go back to the payer: ${sources.join(', ')}.`;
  return fundMinor > 0 ? `${text} ${describeFund(fundBalanceMinor, fundMinor, currency)}` : text;
}

/** Returns what the completion fund has, and has when this much was taken from it, in minor units. */
export function describeFund(balanceMinor: number, takenMinor: number, currency: string): string {
  const stateOf = (minor: number) =>
    minor < 0 ? `is overdrawn by ${formatMinor(-minor, currency)}` : `has ${formatMinor(minor, currency)}`;
  return `The fund ${stateOf(balanceMinor)}, and ${stateOf(balanceMinor - takenMinor)} afterwards.`;
}
