import { type DataSource, type EntityManager, Not } from 'typeorm';
import { findLeftMinor } from '#services/disputes/left-of-payment.ts';
import {
  approveRefundUnlessDisputed,
  requestRefundUnlessDisputed,
} from '#services/disputes/refund-unless-disputed.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { conflict } from '#services/platform/errors.ts';
import { type Refund, RefundEntity } from '#services/refunds/refund.entity.ts';
import { isRefundOpen } from '#services/refunds/refund-status.ts';
import { withdrawRefund } from '#services/refunds/request-refund.ts';
import type { ActionContext, CaseAction } from './case-action.ts';
import { describeGuardedReturn } from './describe-return.ts';
import { paymentOf, requirePayment, sampleObstacle } from './payment-of.ts';

/** Requests the refund of a payment, and approves it where one operator may. */
export const refundPayment: CaseAction = {
  name: 'refund',
  kinds: ['refund', 'payment_review', 'purchase', 'report', 'reconciliation'],
  label: 'Refund the payment',
  hint: 'Gives all that is left of the payment back to the payer. With two pairs of eyes another operator approves it first.',
  isFinal: true,
  fields: [{ name: 'reason', label: 'Why', type: 'text', isRequired: true }],
  appliesTo: (context) => paymentOf(context) !== undefined && ownRefunds(context).length === 0,
  obstacle: sampleObstacle,
  notice: describeRefund,
  async run(manager, context, { reason = '' }) {
    const input = { paymentId: requirePayment(context), operatorId: context.operator.id, reason };
    const refund = await requestRefundUnlessDisputed(manager, input, context.approval);
    return refund.approvedAt ? `Started: ${reason}` : `Waits for a second operator: ${reason}`;
  },
};

/** Approves the refund of a payment that another operator, or the settlement, requested. */
export const approveRequestedRefund: CaseAction = {
  name: 'approve-refund',
  kinds: refundPayment.kinds,
  label: 'Approve the refund',
  hint: 'Starts the refund at the payment provider.',
  isFinal: true,
  fields: [],
  appliesTo: (context) => ownRefunds(context).some(({ isApproved }) => !isApproved),
  obstacle: sampleObstacle,
  notice: describeRefund,
  async run(manager, context) {
    const paymentId = requirePayment(context);
    const input = { refundId: await waitingRefundId(manager, paymentId), operatorId: context.operator.id };
    const { reason } = await approveRefundUnlessDisputed(manager, input, context.approval);
    return `Approved: ${reason}`;
  },
};

/** Withdraws a refund that an operator requested, also by confirming a proof, and that is not approved. */
export const withdrawRequestedRefund: CaseAction = {
  name: 'withdraw-refund',
  kinds: refundPayment.kinds,
  label: 'Withdraw the refund',
  hint: 'The payment stays as it is. Only for a refund that an operator requested, also by confirming a proof, and that is not approved.',
  isFinal: false,
  fields: [{ name: 'reason', label: 'Why', type: 'text', isRequired: true }],
  appliesTo: (context) =>
    ownRefunds(context).some(({ origin, isApproved }) => isWithdrawable(origin) && !isApproved),
  async run(manager, context, { reason = '' }) {
    const refundId = await waitingRefundId(manager, requirePayment(context));
    await withdrawRefund(manager, { refundId, operatorId: context.operator.id, reason });
    return reason;
  },
};

const isWithdrawable = (origin: Refund['origin']) => origin === 'operator' || origin === 'proof';

async function waitingRefundId(manager: EntityManager, paymentId: string): Promise<string> {
  const waiting = await manager.findOneBy(RefundEntity, {
    paymentId,
    status: 'pending',
    origin: Not('provider'),
  });
  if (!waiting) throw conflict('No refund of this payment waits for approval.');
  return waiting.id;
}

/** Returns the open refunds of the payment that were not started on the provider's dashboard: one at most. */
export function ownRefunds(context: ActionContext) {
  const refunds = paymentOf(context)?.refunds ?? [];
  return refunds.filter(({ origin, status }) => origin !== 'provider' && isRefundOpen(status));
}

/** Returns what the refund costs that waits for approval, or that would be requested, and who approves it. */
export async function describeRefund(
  client: DataSource | EntityManager,
  context: ActionContext,
): Promise<string | undefined> {
  const payment = await client.getRepository(PaymentEntity).findOneByOrFail({ id: requirePayment(context) });
  const refunds = await client.getRepository(RefundEntity).findBy({ paymentId: payment.id });
  const waiting = refunds.find(({ origin, status }) => origin !== 'provider' && isRefundOpen(status));
  const leftMinor = await findLeftMinor(client, payment, waiting && { refundId: waiting.id });
  const amountMinor = Math.min(leftMinor, waiting?.amountMinor ?? leftMinor);
  const requestedById = waiting ? waiting.requestedById : context.operator.id;
  const currency = payment.capturedCurrency ?? payment.currency;
  const amount = { requestedById, amountMinor, currency };
  return describeGuardedReturn(client, context.approval, { ...amount, paymentId: payment.id });
}
