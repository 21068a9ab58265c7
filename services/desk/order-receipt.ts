import type { EntityManager } from 'typeorm';
import type * as contracts from '#contracts/purchases/order-receipts.ts';
import { orderReceiptFile } from '#contracts/purchases/order-receipts.ts';
import { lockOwnCase } from '#services/cases/lock-case.ts';
import { recordAct } from '#services/cases/record-act.ts';
import { recordAudit } from '#services/cases/record-audit.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { cleanDocument } from '#services/platform/documents/clean-document.ts';
import { type DocumentRow, showDocument } from '#services/platform/documents/show-document.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { fileStore } from '#services/platform/files/file-store.ts';
import { OrderReceiptEntity } from '#services/purchases/order-receipt.entity.ts';
import { type Purchase, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { lockSubjectRequest } from './cases/find-subject.ts';

/**
 * Stores the platform's receipt for the order of an own case; it replaces an earlier one of the same order.
 * @throws HttpError 404; 409 for a case that is not the caller's, or without an order
 */
export const uploadOrderReceipt: Handler<typeof contracts.uploadOrderReceipt> = async (
  { params, file, caller },
  deps,
) => {
  const { db } = deps;
  // Check before processing the file, so that invalid uploads cost no CPU time.
  await db.transaction((manager) => lockBought(manager, params.id, caller.id));
  const { contentType, data } = await cleanDocument(file, orderReceiptFile, caller.id);
  const bytes = await fileStore(deps).put(data);
  await inTransaction(db, async (manager) => {
    const { id, attempt, orderNumber } = await lockBought(manager, params.id, caller.id);
    const key = { purchaseId: id, attempt };
    const stored = { ...key, contentType, ...bytes, uploadedById: caller.id, createdAt: new Date() };
    await manager.upsert(OrderReceiptEntity, stored, ['purchaseId', 'attempt']);
    const detail = `Order ${orderNumber}`;
    await recordAudit(manager, 'purchase.receipt_uploaded', id, detail, caller.id);
    await recordAct(manager, { caseId: params.id, actorId: caller.id, act: 'receipt_uploaded', detail });
  });
  return { message: 'The receipt is there.' };
};

/** Serves the receipt for the present order of a case to operators. @throws HttpError 404 when there is none. */
export const getOrderReceipt: Handler<typeof contracts.getOrderReceipt> = async ({ params }, deps) => {
  const receipt = await row<DocumentRow>(
    deps.db,
    `SELECT o.content_type AS "contentType", o.data, o.object_key AS "objectKey" FROM cases c
     JOIN purchases u ON c.subject_type = 'purchase' AND u.id::text = c.subject_id
     JOIN order_receipts o ON o.purchase_id = u.id AND o.attempt = u.attempt WHERE c.id = $1`,
    [params.id],
  );
  if (!receipt) throw notFound('There is no receipt for this order.');
  return showDocument(deps, receipt, 'receipt');
};

async function lockBought(manager: EntityManager, caseId: string, operatorId: string): Promise<Purchase> {
  await lockSubjectRequest(manager, caseId);
  const { subjectType, subjectId } = await lockOwnCase(manager, caseId, operatorId);
  const purchase =
    subjectType === 'purchase' ? await manager.findOneBy(PurchaseEntity, { id: subjectId }) : null;
  if (!purchase?.boughtAt) throw conflict('Record the order first. Its receipt can be uploaded then.');
  return purchase;
}
