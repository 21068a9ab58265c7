import type { DataSource, EntityManager } from 'typeorm';
import type * as contracts from '#contracts/desk/desk-documents.ts';
import { orderReceiptFile } from '#contracts/desk/desk-documents.ts';
import { proofFile } from '#contracts/enrolments/proofs.ts';
import { recordAct, recordAudit } from '#services/cases/audit-log.ts';
import { lockOwnCase } from '#services/cases/case-ownership.ts';
import type { Handler } from '#services/deps.ts';
import { currentFirst, evidenceSql } from '#services/disputes/disputes.ts';
import { acceptProof, findProvable } from '#services/flows/accept-proof.ts';
import { collectEvidence } from '#services/flows/evidence/collect-evidence.ts';
import { renderEvidence } from '#services/flows/evidence/render-evidence.ts';
import { findSentEvidence } from '#services/flows/evidence/sent-evidence.ts';
import { row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import {
  type DocumentRow,
  showDocument,
  storeDocument,
} from '#services/platform/documents/stored-document.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { Reply } from '#services/platform/http/route.ts';
import { isFiled } from '#services/purchases/filed-proofs.ts';
import { orderAttempt, orderAttemptSql } from '#services/purchases/order-attempt.ts';
import { OrderReceiptEntity, type Purchase, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { InvoiceEntity } from '#services/requests/request.entity.ts';
import { lockSubject } from './cases/find-subject.ts';

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
  const proof = await storeDocument(file, proofFile, caller.id, deps);
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
  const proof = await findOfCase(deps.db, params.id, `JOIN proofs f ON ${isFiled}`);
  if (!proof) throw notFound('There is no proof to check.');
  return showDocument(deps, proof, 'proof-of-enrolment');
};

async function lockRequestId(manager: EntityManager, caseId: string, operatorId: string): Promise<string> {
  const purchase = await lockPurchase(manager, caseId, operatorId);
  if (!purchase) throw notFound('This case is not about a purchase.');
  return purchase.requestId;
}

/**
 * Stores the platform's receipt for the newest order of an own case, until the case is closed; it replaces an earlier one of the same
 * order.
 * @throws HttpError 404; 409 for a case that is not the caller's, or without an order
 */
export const uploadOrderReceipt: Handler<typeof contracts.uploadOrderReceipt> = async (
  { params, file, caller },
  deps,
) => {
  const { db } = deps;
  // Check before processing the file, so that invalid uploads cost no CPU time.
  await db.transaction((manager) => lockOrdered(manager, params.id, caller.id));
  const document = await storeDocument(file, orderReceiptFile, caller.id, deps);
  await inTransaction(db, async (manager) => {
    const { id, orderNumber, ...order } = await lockOrdered(manager, params.id, caller.id);
    const key = { purchaseId: id, attempt: orderAttempt(order) };
    const stored = { ...key, ...document, uploadedById: caller.id, createdAt: new Date() };
    await manager.upsert(OrderReceiptEntity, stored, ['purchaseId', 'attempt']);
    const detail = orderNumber === null ? 'The order that came to nothing' : `Order ${orderNumber}`;
    await recordAudit(manager, 'purchase.receipt_uploaded', id, detail, caller.id);
    await recordAct(manager, { caseId: params.id, actorId: caller.id, act: 'receipt_uploaded', detail });
  });
  return { message: 'The receipt is there.' };
};

/** Serves the receipt for the newest order of a case to operators. @throws HttpError 404 when there is none. */
export const getOrderReceipt: Handler<typeof contracts.getOrderReceipt> = async ({ params }, deps) => {
  const ofOrder = `JOIN order_receipts f ON f.purchase_id = u.id AND f.attempt = ${orderAttemptSql}`;
  const receipt = await findOfCase(deps.db, params.id, ofOrder);
  if (!receipt) throw notFound('There is no receipt for this order.');
  return showDocument(deps, receipt, 'receipt');
};

async function lockOrdered(manager: EntityManager, caseId: string, operatorId: string): Promise<Purchase> {
  const purchase = await lockPurchase(manager, caseId, operatorId);
  if (!purchase || orderAttempt(purchase) === 0)
    throw conflict('Record the order first. Its receipt can be uploaded then.');
  return purchase;
}

/** Locks the request of an own case and the case, and returns the purchase that the case is about, if any. */
async function lockPurchase(manager: EntityManager, caseId: string, operatorId: string) {
  await lockSubject(manager, caseId);
  const { subjectType, subjectId } = await lockOwnCase(manager, caseId, operatorId);
  return subjectType === 'purchase' ? manager.findOneBy(PurchaseEntity, { id: subjectId }) : null;
}

/** Returns a document of a purchase's case; `joined` joins it as `f` to the purchase `u`. */
function findOfCase(db: DataSource, caseId: string, joined: string): Promise<DocumentRow | undefined> {
  return row<DocumentRow>(
    db,
    `SELECT f.content_type AS "contentType", f.data, f.object_key AS "objectKey" FROM cases c
     JOIN purchases u ON c.subject_type = 'purchase' AND u.id::text = c.subject_id ${joined} WHERE c.id = $1`,
    [caseId],
  );
}

/**
 * Serves the evidence of a dispute of a payment to operators: as it was sent, or before that as it would be sent now.
 * @throws HttpError 404 without such a dispute, and where no evidence was sent or it is not stored.
 */
export const getDisputeEvidence: Handler<typeof contracts.getDisputeEvidence> = async (
  { params, query },
  deps,
) => {
  const dispute = await row<{ id: string; providerId: string; evidence: 'sent' | 'draft' | null }>(
    deps.db,
    `SELECT d.id, d.provider_id AS "providerId", ${evidenceSql} AS evidence FROM disputes d
     WHERE d.payment_id = $1 AND ($2::uuid IS NULL OR d.id = $2) ORDER BY ${currentFirst} LIMIT 1`,
    [params.id, query.dispute ?? null],
  );
  if (!dispute) throw notFound('This payment has no such dispute.');
  const name = `evidence-${dispute.providerId.replaceAll(/\W/g, '-')}`;
  const sent = await findSentEvidence(deps.db, dispute.id);
  if (sent) return showDocument(deps, sent, name);
  if (dispute.evidence !== 'draft')
    throw notFound('No evidence was sent for this dispute, or it is not stored any more.');
  const data = await renderEvidence(await collectEvidence(deps, dispute.id), deps.config.brand);
  return new Reply(
    200,
    { contentType: 'application/pdf' as const, data },
    { 'Content-Disposition': `inline; filename="${name}.pdf"` },
  );
};

/** Serves the invoice of a request to operators. @throws HttpError 404 when there is none. */
export const getSchoolInvoice: Handler<typeof contracts.getSchoolInvoice> = async ({ params }, deps) => {
  const invoice = await deps.db.getRepository(InvoiceEntity).findOneBy({ requestId: params.id });
  if (!invoice) throw notFound('There is no invoice for this request.');
  return showDocument(deps, invoice, 'invoice');
};
