import type { EntityManager } from 'typeorm';
import { recordAudit } from '#services/cases/record-audit.ts';
import { ProofEntity } from '#services/enrolments/proof.entity.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { isRefundOpen } from '#services/refunds/refund-status.ts';
import { findFiledProof } from './find-filed-proof.ts';
import { lockPurchase, type PurchaseAction } from './lock-purchase.ts';
import { PurchaseEntity } from './purchase.entity.ts';

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
