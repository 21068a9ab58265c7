import type { EntityManager } from 'typeorm';
import type { ApprovalRule } from '#services/cases/approval-rule.ts';
import { recordAudit } from '#services/cases/record-audit.ts';
import { requestRefundUnlessDisputed } from '#services/disputes/refund-unless-disputed.ts';
import { conflict } from '#services/platform/errors.ts';
import type { Refund } from '#services/refunds/refund.entity.ts';
import { findFiledProof } from './find-filed-proof.ts';
import { findGiven } from './find-given.ts';
import { lockPurchase, type PurchaseAction, rejectOthers } from './lock-purchase.ts';

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
  const { payment, added } = await findGiven(manager, purchase);
  if (added.length > 0)
    throw conflict('The payer has paid a difference too. End the purchase, and both payments are refunded.');
  await recordAudit(manager, 'purchase.proof_confirmed', purchaseId, reason, operatorId);
  return requestRefundUnlessDisputed(
    manager,
    { paymentId: payment.id, operatorId, reason, origin: 'proof' },
    rule,
  );
}
