import type { EntityManager } from 'typeorm';
import { canMove, isPaid, type RequestStatus } from '#contracts/requests/request-status.ts';
import { openCase } from '#services/cases/open-case.ts';
import { ProofEntity } from '#services/enrolments/enrolment.entity.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { row } from '#services/platform/database/sql.ts';
import type { DocumentRow } from '#services/platform/documents/stored-document.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { completePurchase, purchaseCase } from '#services/purchases/end-purchase.ts';
import { findFiledProof, proofObstacle } from '#services/purchases/filed-proofs.ts';
import { lockPurchaseOf } from '#services/purchases/lock-purchase.ts';
import { PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';

type Provable = Pick<HelpRequest, 'id' | 'learnerId' | 'status'> & {
  payerId: string | null;
  reference: string | null;
};

/**
 * Adds the proof of a request in the caller's transaction. Where the course is handed over it moves the request to `enrolled`
 * and enqueues the learner's mail; where it is not bought it waits in the case of the purchase, which an operator decides. Of
 * concurrent proofs the first one wins. Returns the request's status. @throws HttpError as {@link findProvable}; 409 when no
 * proof is accepted now
 */
export async function acceptProof(
  manager: EntityManager,
  { requestId, caller, proof }: { requestId: string; caller: Caller; proof: DocumentRow },
): Promise<'enrolled' | 'paid'> {
  const request = await findProvable(manager, requestId, caller, 'FOR UPDATE OF r');
  const purchase = await lockPurchaseOf(manager, requestId);
  const isFiled = Boolean(purchase && (await findFiledProof(manager, purchase)));
  const obstacle = proofObstacle(purchase?.status, isFiled);
  if (obstacle) throw conflict(obstacle);
  // A proof may remain from a payment that was refunded.
  await manager.delete(ProofEntity, { requestId });
  await manager.insert(ProofEntity, { requestId, ...proof, addedById: caller.id });
  publishChange(manager, request.learnerId, ...(request.payerId ? [request.payerId] : []));
  if (purchase?.status === 'handed_over') {
    await enrolByProof(manager, request, request.reference ?? '');
    return 'enrolled';
  }
  if (purchase) await fileProof(manager, purchase.id, caller);
  return 'paid';
}

async function fileProof(manager: EntityManager, purchaseId: string, { role }: Caller): Promise<void> {
  await manager.update(PurchaseEntity, purchaseId, { proofRejection: null });
  // An operator adds it in this case.
  if (role === 'operator') return;
  const summary = 'A proof of enrolment came. Check it before you buy the course.';
  await openCase(manager, { ...purchaseCase(purchaseId), summary });
}

/**
 * Returns a request whose enrolment its caller can prove. @throws HttpError 404 unless the caller paid or is an operator; 409
 * when the request's status does not allow it
 */
export async function findProvable(
  manager: EntityManager,
  requestId: string,
  caller: Caller,
  lock = '',
): Promise<Provable> {
  const request = await row<Provable>(
    manager,
    `SELECT r.id, r.learner_id AS "learnerId", r.status, p.payer_id AS "payerId", p.reference
     FROM requests r LEFT JOIN payments p ON p.request_id = r.id AND p.status = 'approved'
     WHERE r.id = $1 AND (p.payer_id = $2 OR $3) ${lock}`,
    [requestId, caller.id, caller.role === 'operator'],
  );
  if (!request) throw notFound('This sponsorship is not there.');
  if (canMove(request.status, 'enrolled')) return request;
  throw conflict(reasonAgainst(request.status));
}

function reasonAgainst(status: RequestStatus): string {
  if (status === 'completed') return 'The learner has finished this course: no proof is needed any more.';
  if (isPaid(status)) return 'The enrolment is proved already, and stays as it is.';
  return 'This course is not paid for, so there is nothing to prove.';
}

/**
 * Moves a request to `enrolled` because of a proof, ends its purchase and enqueues the learner's mail. The caller holds the row
 * lock of the request, whose payment is still approved.
 */
async function enrolByProof(
  manager: EntityManager,
  request: Pick<HelpRequest, 'id' | 'status'>,
  reference: string,
): Promise<void> {
  await moveRequest(manager, request, { to: 'enrolled' });
  await completePurchase(manager, request.id, 'The enrolment is proved.');
  // One mail per payment: a refunded request may be paid and proved again.
  const key = `enrolled:${request.id}:${reference}`;
  await enqueue(manager, deliverMail, { mail: 'enrolled', id: request.id }, { key });
}

/**
 * Enrols the learner when all of the payment went back because its payer bought the course elsewhere, unless an operator ended
 * the purchase meanwhile, for example because the proof turned out to be forged. Returns whether it did.
 * The caller holds the row locks of payment and request.
 */
export async function enrolAfterRefund(
  manager: EntityManager,
  payment: Payment,
  request: HelpRequest,
): Promise<boolean> {
  if (payment.status !== 'approved' || request.status !== 'paid') return false;
  const isProved = await manager.existsBy(RefundEntity, {
    paymentId: payment.id,
    origin: 'proof',
    status: 'processed',
  });
  if (!isProved || (await lockPurchaseOf(manager, request.id))?.status === 'failed') return false;
  await enrolByProof(manager, request, payment.reference);
  return true;
}
