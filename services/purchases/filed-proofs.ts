import type { EntityManager } from 'typeorm';
import type { PurchaseStatus } from '#contracts/purchases/purchase-status.ts';
import type { ApprovalRule } from '#services/cases/approval.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { requestRefundUnlessDisputed } from '#services/disputes/refund-unless-disputed.ts';
import { type Proof, ProofEntity } from '#services/enrolments/enrolment.entity.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type Refund, RefundEntity } from '#services/refunds/refund.entity.ts';
import { isRefundOpen } from '#services/refunds/refund-rules.ts';
import { findContributions } from './contributions.ts';
import { lockPurchase, type PurchaseAction, rejectOthers } from './lock-purchase.ts';
import { type Purchase, PurchaseEntity } from './purchase.entity.ts';

/** SQL: whether the proof `f` came for the purchase `u` and not for an earlier, refunded payment, and waits for operators. */
export const isFiled = 'f.request_id = u.request_id AND f.created_at >= u.created_at AND u.bought_at IS NULL';

/** Returns the proof of a purchase that waits for operators; undefined without one. See {@link isFiled}. */
export async function findFiledProof(
  manager: EntityManager,
  { requestId, createdAt, boughtAt }: Purchase,
): Promise<Proof | undefined> {
  const proof = await manager.findOneBy(ProofEntity, { requestId });
  return proof && proof.createdAt >= createdAt && boughtAt === null ? proof : undefined;
}

/**
 * Returns why a proof of a paid request is not accepted now; undefined when it is. Call and screens ask here.
 *
 * @param status of the purchase of its payment; undefined until the purchase is queued
 * @param isFiled whether a proof waits for operators
 */
export function proofObstacle(status: PurchaseStatus | undefined, isFiled: boolean): string | undefined {
  if (!status) return 'Your payment is still being processed. Please try again in a minute.';
  if (status === 'failed')
    return 'This course is not bought, and your payment will be given back. No proof is needed.';
  if (status === 'bought')
    return 'We have bought this course and will hand it over soon. No proof is needed yet.';
  return isFiled ? 'We have a proof of this course and check it. We write to you.' : undefined;
}

/**
 * Records that the proof shows an enrolment that the payer bought elsewhere, and requests the refund of the payment. The
 * learner is enrolled, and the purchase ends, when the refund is paid out: until then the request holds the money.
 * @throws HttpError 404; 409 without a proof, when another operator holds or has bought the course, or when the money moves
 */
export async function confirmProof(
  manager: EntityManager,
  { purchaseId, operatorId, reason }: PurchaseAction & { reason: string },
  rule: ApprovalRule,
): Promise<Refund> {
  const purchase = await lockPurchase(manager, purchaseId);
  await rejectOthers(manager, purchase, operatorId);
  if (!(await findFiledProof(manager, purchase))) throw conflict('There is no proof to confirm.');
  const { payment, added } = await findContributions(manager, purchase);
  if (added.length > 0)
    throw conflict('The payer has paid a difference too. End the purchase, and both payments are refunded.');
  await recordAudit(manager, 'purchase.proof_confirmed', purchaseId, reason, operatorId);
  const refund = { paymentId: payment.id, operatorId, reason, origin: 'proof' } as const;
  return requestRefundUnlessDisputed(manager, refund, rule);
}

/**
 * Rejects a proof that came before the course was bought: erases it, and enqueues a mail with the reason to its payer, who may
 * add another one. The purchase goes on. @throws HttpError 404; 409 without a proof, or while its refund is under way
 */
export async function rejectProof(
  manager: EntityManager,
  { purchaseId, operatorId, reason }: PurchaseAction & { reason: string },
): Promise<void> {
  const purchase = await lockPurchase(manager, purchaseId);
  const { requestId, paymentId } = purchase;
  const proof = await findFiledProof(manager, purchase);
  if (!proof) throw conflict('There is no proof to reject.');
  const refunds = await manager.findBy(RefundEntity, { paymentId, origin: 'proof' });
  if (refunds.some(({ status }) => isRefundOpen(status)))
    throw conflict('The proof is confirmed. Withdraw its refund first.');
  await manager.delete(ProofEntity, { requestId });
  await manager.update(PurchaseEntity, purchaseId, { proofRejection: reason });
  await recordAudit(manager, 'purchase.proof_rejected', purchaseId, reason, operatorId);
  // One mail per proof: another one may be rejected too.
  const key = `proof-rejected:${purchaseId}:${proof.createdAt.getTime()}`;
  await enqueue(manager, deliverMail, { mail: 'proof-rejected', id: purchaseId }, { key });
  const { payerId } = await manager.findOneByOrFail(PaymentEntity, { id: paymentId });
  publishChange(manager, payerId);
}
