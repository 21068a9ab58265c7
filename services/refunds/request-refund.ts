import type { EntityManager } from 'typeorm';
import { type ApprovalRule, rejectUnlessApprover } from '#services/cases/approval.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { notifyApproversJob } from '#services/cases/cases.jobs.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { lockPayment } from '#services/payments/payments.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { insertOnce, lockRow } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type Refund, RefundEntity } from './refund.entity.ts';
import { expectRefundAnswer } from './refund-cases.ts';
import { isWithdrawable, refundableMinor, rejectUnlessRefundable } from './refund-rules.ts';
import { startRefundJob } from './refunds.jobs.ts';

interface RefundInput {
  paymentId: string;
  operatorId: string;
  /** The payer reads it on the dashboard and in mails, but for `proof`. */
  reason: string;
  /** `proof`: the learner is enrolled with the payer's own purchase once the money is back. */
  origin?: 'operator' | 'proof';
  /** The amount that disputes take of the payment, in minor units. */
  disputedMinor?: number;
}

/**
 * Requests a refund of all that is left of a payment, in the caller's transaction. Without the four-eyes rule it is
 * approved at once; otherwise it waits for {@link approveRefund}.
 * @throws HttpError 404 for an unknown payment, 409 when it cannot be refunded, a refund is under way, or nothing is left.
 */
export async function requestRefund(
  manager: EntityManager,
  { paymentId, operatorId, reason, origin = 'operator', disputedMinor = 0 }: RefundInput,
  { isFourEyes }: Pick<ApprovalRule, 'isFourEyes'>,
): Promise<Refund> {
  if (!(await manager.existsBy(PaymentEntity, { id: paymentId })))
    throw notFound('There is no such payment.');
  const { payment } = await lockPayment(manager, paymentId);
  const refunds = await manager.findBy(RefundEntity, { paymentId });
  rejectUnlessRefundable(payment, refunds, disputedMinor);
  const refund = await insertOnce(manager, RefundEntity, {
    paymentId,
    origin,
    amountMinor: refundableMinor(payment, refunds, disputedMinor),
    currency: payment.capturedCurrency ?? payment.currency,
    reason,
    isReasonForPayer: origin === 'operator',
    requestedById: operatorId,
  });
  if (!refund) throw conflict('A refund of this payment is already under way.');
  await recordAudit(manager, 'refund.requested', `refund:${refund.id}`, reason, operatorId);
  if (!isFourEyes) return approve(manager, refund, operatorId);
  await enqueue(manager, notifyApproversJob, {});
  return refund;
}

/** For the operator who requested a refund and may not approve it. */
export const requestedByYou = 'You requested this refund.';

/**
 * Approves a refund, in the caller's transaction, and enqueues its start at the provider. A refund that the settlement
 * requested needs one operator; one that an operator requested needs another operator under the four-eyes rule. Above the
 * limit it is a lead.
 * @throws HttpError 404 for an unknown refund; 409 when it is approved already, the operator requested it, or a lead has to
 * approve it.
 */
export async function approveRefund(
  manager: EntityManager,
  { refundId, operatorId }: { refundId: string; operatorId: string },
  rule: ApprovalRule,
): Promise<Refund> {
  const refund = await lockUnapproved(manager, refundId);
  rejectUnlessApprover(rule, refund, operatorId, requestedByYou);
  return approve(manager, refund, operatorId);
}

/**
 * Withdraws a refund that is not approved: one that an operator requested, or the rest of a cheaper course, which then stays in the
 * completion fund.
 * @throws HttpError 404 for an unknown refund, 409 when it is approved, or owed to the payer.
 */
export async function withdrawRefund(
  manager: EntityManager,
  { refundId, operatorId, reason }: { refundId: string; operatorId: string; reason: string },
): Promise<void> {
  const refund = await lockUnapproved(manager, refundId);
  if (!isWithdrawable(refund))
    throw conflict('The payer must get this money back: it came too late, or the payer asked for it.');
  await manager.delete(RefundEntity, { id: refundId });
  await recordAudit(manager, 'refund.withdrawn', `refund:${refundId}`, reason, operatorId);
  // The payer reads of a rest before it is approved.
  const { payerId } = await manager.findOneByOrFail(PaymentEntity, { id: refund.paymentId });
  publishChange(manager, payerId);
}

async function lockUnapproved(manager: EntityManager, id: string): Promise<Refund> {
  const known = await manager.findOneBy(RefundEntity, { id });
  if (known) await lockPayment(manager, known.paymentId);
  const refund = await lockRow(manager, RefundEntity, { id });
  if (!refund) throw notFound('There is no such refund.');
  if (refund.approvedAt) throw conflict('This refund is already approved.');
  if (refund.status !== 'pending') throw conflict('This payment was already given back.');
  return refund;
}

async function approve(manager: EntityManager, refund: Refund, operatorId: string): Promise<Refund> {
  const payment = await manager.findOneByOrFail(PaymentEntity, { id: refund.paymentId });
  await manager.update(RefundEntity, refund.id, { approvedById: operatorId, approvedAt: () => 'now()' });
  await recordAudit(manager, 'refund.approved', `refund:${refund.id}`, refund.reason, operatorId);
  await enqueue(manager, startRefundJob, { refundId: refund.id });
  await enqueue(manager, deliverMail, { mail: 'refund-started', id: refund.id });
  await expectRefundAnswer(manager, payment.id, 'refund', 'The refund is approved.');
  publishChange(manager, payment.payerId);
  return manager.findOneByOrFail(RefundEntity, { id: refund.id });
}

/** Returns why a payment came too late, for operators. */
export const lateReason = ({ priceChoiceId }: Pick<Payment, 'priceChoiceId'>): string =>
  priceChoiceId
    ? 'The question about the higher price was closed before the payment of the difference arrived.'
    : 'The request was funded, changed or withdrawn before the payment arrived.';

/** Requests the refund of a payment that came too late; an operator approves it. Idempotent. */
export async function requestOwedRefund(
  manager: EntityManager,
  payment: Pick<Payment, 'id' | 'priceChoiceId'>,
  captured: { amountMinor: number; currency: string },
): Promise<void> {
  const refund = await insertOnce(manager, RefundEntity, {
    paymentId: payment.id,
    origin: 'settlement',
    amountMinor: captured.amountMinor,
    currency: captured.currency,
    reason: lateReason(payment),
  });
  if (refund) await enqueue(manager, notifyApproversJob, {});
}
