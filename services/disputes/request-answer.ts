import type { EntityManager } from 'typeorm';
import {
  type ApprovalRule,
  approveAct,
  rejectUnlessApprover,
  withdrawPendingAct,
} from '#services/cases/approval.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { openCase } from '#services/cases/open-case.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { lockPayment } from '#services/payments/payments.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type Dispute, DisputeEntity } from './dispute.entity.ts';
import { answerDisputeJob } from './disputes.jobs.ts';
import { findAcceptableMinor } from './disputes.ts';

/** Identifies the acceptance of a dispute that waits for a second operator. */
export const acceptance = (disputeId: string) =>
  ({ action: 'dispute.accept', subject: `dispute:${disputeId}` }) as const;

interface Acceptance {
  disputeId: string;
  /** The case of the dispute. */
  caseId: string;
  operatorId: string;
  message: string;
}

/**
 * Accepts a dispute, in the caller's transaction, which gives back what is left of the disputed money. Under the four-eyes rule the first call stores
 * the message for another operator, whose call sends it; above the limit it is a lead's. Returns the message that is sent;
 * undefined when it waits.
 * @throws HttpError as {@link requestAnswer}, and 409 when the same operator accepts it again, or a lead has to approve it
 */
export async function acceptDispute(
  manager: EntityManager,
  { disputeId, caseId, operatorId, message }: Acceptance,
  rule: ApprovalRule,
): Promise<string | undefined> {
  const dispute = await lockWaiting(manager, disputeId);
  const amountMinor = await requireAcceptable(manager, dispute);
  const act = { ...acceptance(disputeId), caseId, operatorId, reason: message };
  const approval = await approveAct(manager, act, rule.isFourEyes);
  if (!approval) return undefined;
  const { requestedById, reason } = approval;
  rejectUnlessApprover(rule, { ...dispute, amountMinor, requestedById }, operatorId);
  await requestAnswer(manager, { disputeId, operatorId, answer: 'accept', message: reason });
  return reason;
}

/**
 * Stores the answer of an operator to a dispute and enqueues it, in the caller's transaction: `accept` gives the money
 * back, `fight` sends the drafted evidence. It cannot be undone.
 * @throws HttpError 404 for an unknown dispute; 409 when it is answered already or no longer waits for us, and for `accept`
 * when nothing of the payment is left.
 */
export async function requestAnswer(
  manager: EntityManager,
  given: { disputeId: string; operatorId: string; answer: NonNullable<Dispute['answer']>; message: string },
): Promise<Dispute> {
  const { disputeId, operatorId, answer, message } = given;
  const dispute = await lockWaiting(manager, disputeId);
  if (answer === 'accept') await requireAcceptable(manager, dispute);
  await manager.update(DisputeEntity, disputeId, {
    answer,
    message,
    answeredById: operatorId,
    answeredAt: () => 'now()',
  });
  await withdrawPendingAct(manager, acceptance(disputeId));
  await recordAudit(manager, `dispute.${answer}`, `dispute:${disputeId}`, message, operatorId);
  await enqueue(manager, answerDisputeJob, { disputeId });
  return manager.findOneByOrFail(DisputeEntity, { id: disputeId });
}

async function lockWaiting(manager: EntityManager, id: string): Promise<Dispute> {
  const known = await manager.findOneBy(DisputeEntity, { id });
  if (known) await lockPayment(manager, known.paymentId);
  const dispute = await lockRow(manager, DisputeEntity, { id });
  if (!dispute) throw notFound('There is no such dispute.');
  if (dispute.answer) throw conflict('This dispute is already answered.');
  if (dispute.status !== 'awaiting_merchant')
    throw conflict('This dispute does not wait for an answer any more.');
  return dispute;
}

/**
 * Takes back an acceptance that was not sent, because nothing of the payment is left: the case of the dispute asks operators for
 * another answer.
 */
export async function withdrawAcceptance(manager: EntityManager, disputeId: string): Promise<void> {
  const { paymentId } = await manager.findOneByOrFail(DisputeEntity, { id: disputeId });
  await lockPayment(manager, paymentId);
  const unanswered = { answer: null, message: null, answeredById: null, answeredAt: null };
  await manager.update(DisputeEntity, { id: disputeId, status: 'awaiting_merchant' }, unanswered);
  await recordAudit(manager, 'dispute.accept_withdrawn', `dispute:${disputeId}`, nothingLeft);
  const subject = { type: 'payment', id: paymentId } as const;
  await openCase(manager, { kind: 'dispute', subject, summary: nothingLeft });
}

const nothingLeft =
  'All of the payment was given back before the dispute was accepted. Fight it with that refund.';

// The caller holds the row lock of the payment.
async function requireAcceptable(manager: EntityManager, dispute: Dispute): Promise<number> {
  const { status } = await manager.findOneByOrFail(PaymentEntity, { id: dispute.paymentId });
  const amountMinor = await findAcceptableMinor(manager, dispute);
  rejectUnlessAcceptable(status, amountMinor);
  return amountMinor;
}

/**
 * Rejects the acceptance of a dispute that would give money back a second time. Pure.
 * @param acceptableMinor what it gives back, see {@link findAcceptableMinor}
 * @throws HttpError 409
 */
export function rejectUnlessAcceptable(status: Payment['status'] | undefined, acceptableMinor: number): void {
  if (status === 'reversed') throw conflict('This payment was already given back.');
  if (acceptableMinor > 0) return;
  throw conflict(
    'Nothing of this payment is left: a refund or another dispute takes it. Withdraw the refund, or fight the dispute with it.',
  );
}
