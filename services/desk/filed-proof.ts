import type { EntityManager } from 'typeorm';
import type * as contracts from '#contracts/desk/desk-proofs.ts';
import { lockOwnCase } from '#services/cases/lock-case.ts';
import { recordAct } from '#services/cases/record-act.ts';
import { recordAudit } from '#services/cases/record-audit.ts';
import type { Handler } from '#services/deps.ts';
import { acceptProof, findProvable, storeProof } from '#services/flows/accept-proof.ts';
import { row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { type DocumentRow, showDocument } from '#services/platform/documents/show-document.ts';
import { notFound } from '#services/platform/errors.ts';
import { isFiled } from '#services/purchases/find-filed-proof.ts';
import { PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { lockSubjectRequest } from './cases/find-subject.ts';

/**
 * Adds the proof of the request of an own purchase case, see {@link acceptProof}.
 * @throws HttpError 404 for a case of another kind; 409 for a case that is not the caller's, and when no proof is accepted now
 */
export const uploadProof: Handler<typeof contracts.uploadProof> = async ({ params, file, caller }, deps) => {
  const { db } = deps;
  // Check before processing the file, so that invalid uploads cost no CPU time.
  await db.transaction(async (manager) => {
    await findProvable(manager, await lockRequestId(manager, params.id, caller.id), caller);
  });
  const proof = await storeProof(file, caller, deps);
  const status = await inTransaction(db, async (manager) => {
    const requestId = await lockRequestId(manager, params.id, caller.id);
    const reached = await acceptProof(manager, { requestId, caller, proof });
    const detail = reached === 'enrolled' ? 'The learner is enrolled.' : 'It waits for a decision.';
    await recordAudit(manager, 'proof.added', requestId, detail, caller.id);
    await recordAct(manager, { caseId: params.id, actorId: caller.id, act: 'proof_added', detail });
    return reached;
  });
  const isEnrolled = status === 'enrolled';
  return {
    message: isEnrolled
      ? 'The proof is added. The learner is told.'
      : 'The proof is added. Confirm or reject it.',
  };
};

/** Serves the proof that a case of a purchase is to check to operators. @throws HttpError 404 when there is none. */
export const getFiledProof: Handler<typeof contracts.getFiledProof> = async ({ params }, deps) => {
  const proof = await row<DocumentRow>(
    deps.db,
    `SELECT f.content_type AS "contentType", f.data, f.object_key AS "objectKey" FROM cases c
     JOIN purchases u ON c.subject_type = 'purchase' AND u.id::text = c.subject_id
     JOIN proofs f ON ${isFiled} WHERE c.id = $1`,
    [params.id],
  );
  if (!proof) throw notFound('There is no proof to check.');
  return showDocument(deps, proof, 'proof-of-enrolment');
};

async function lockRequestId(manager: EntityManager, caseId: string, operatorId: string): Promise<string> {
  await lockSubjectRequest(manager, caseId);
  const { subjectType, subjectId } = await lockOwnCase(manager, caseId, operatorId);
  const purchase =
    subjectType === 'purchase' ? await manager.findOneBy(PurchaseEntity, { id: subjectId }) : null;
  if (!purchase) throw notFound('This case is not about a purchase.');
  return purchase.requestId;
}
