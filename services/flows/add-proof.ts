import type { EntityManager } from 'typeorm';
import { type addProof as contract, proofFile } from '#contracts/enrolments/proofs.ts';
import { canMove, isPaid, type RequestStatus } from '#contracts/requests/request-status.ts';
import { openCase } from '#services/cases/open-case.ts';
import { recordAudit } from '#services/cases/record-audit.ts';
import type { Handler } from '#services/deps.ts';
import { ProofEntity } from '#services/enrolments/proof.entity.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { cleanDocument } from '#services/platform/documents/clean-document.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { fileStore } from '#services/platform/files/file-store.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { findFiledProof } from '#services/purchases/find-filed-proof.ts';
import { lockPurchaseOf } from '#services/purchases/lock-own-purchase.ts';
import type { Purchase } from '#services/purchases/purchase.entity.ts';
import { purchaseCase } from '#services/purchases/queue-purchase.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import { enrolByProof } from './enrol-by-proof.ts';

type Provable = Pick<HelpRequest, 'id' | 'learnerId' | 'status'> & {
  payerId: string | null;
  reference: string | null;
};

/**
 * Stores the proof of enrolment. Where the course is handed over it moves the request to `enrolled` and enqueues the
 * learner's mail; where it is not bought it is filed in the case of the purchase, which an operator decides. Of concurrent uploads the first one
 * wins; a stored proof is never replaced. @throws HttpError 404 unless the caller paid or is an operator, 409 when the status
 * does not allow it.
 */
export const addProof: Handler<typeof contract> = async ({ params, caller, file }, deps) => {
  const { db } = deps;
  // Check before processing the file, so that invalid uploads cost no CPU time.
  await findProvable(db.manager, params.id, caller);
  const { contentType, data } = await cleanDocument(file, proofFile, caller.id);
  const stored = await fileStore(deps).put(data);
  return inTransaction(db, async (manager) => {
    const request = await findProvable(manager, params.id, caller, 'FOR UPDATE OF r');
    const purchase = await lockPurchaseOf(manager, request.id);
    const isHandedOver = purchase?.status === 'handed_over';
    if (!isHandedOver) await rejectUnlessFileable(manager, purchase);
    // A proof may remain from a payment that was refunded.
    await manager.delete(ProofEntity, { requestId: request.id });
    await manager.insert(ProofEntity, {
      requestId: request.id,
      contentType,
      ...stored,
      addedById: caller.id,
    });
    if (isHandedOver) await enrolByProof(manager, request, request.reference ?? '');
    else if (purchase) await fileProof(manager, purchase, caller);
    publishChange(manager, request.learnerId, ...(request.payerId ? [request.payerId] : []));
    if (caller.role === 'operator') {
      await recordAudit(manager, 'proof.added', request.id, 'An operator added the proof.', caller.id);
    }
    return isHandedOver
      ? { message: 'The proof is added. The learner is told.', data: { _id: request.id, status: 'enrolled' } }
      : { message: 'Thank you. We check it and write to you.', data: { _id: request.id, status: 'paid' } };
  });
};

/** @throws HttpError 409 when no operator can decide about a proof now. */
async function rejectUnlessFileable(manager: EntityManager, purchase: Purchase | undefined): Promise<void> {
  if (!purchase) throw conflict('Your payment is still being processed. Please try again in a minute.');
  if (purchase.status === 'failed')
    throw conflict('This course is not bought, and your payment will be given back. No proof is needed.');
  if (purchase.status === 'bought')
    throw conflict('We have bought this course and will hand it over soon. No proof is needed yet.');
  if (await findFiledProof(manager, purchase))
    throw conflict('We have a proof of this course and check it. We write to you.');
}

async function fileProof(manager: EntityManager, { id }: Purchase, { role, id: callerId }: Caller) {
  const summary = 'A proof of enrolment came. Check it before you buy the course.';
  await openCase(manager, {
    ...purchaseCase(id),
    summary,
    actorId: role === 'operator' ? callerId : null,
  });
}

async function findProvable(
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
