import type { EntityManager } from 'typeorm';
import type * as contracts from '#contracts/requests/invoices.ts';
import { invoiceFile } from '#contracts/requests/invoices.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import {
  type DocumentRow,
  showDocument,
  storeDocument,
} from '#services/platform/documents/stored-document.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { publishRequestChange } from './change-request.ts';
import { type HelpRequest, HelpRequestEntity, InvoiceEntity } from './request.entity.ts';

/**
 * Stores the invoice of a school for the learner's own request, which sponsors can see then. It can be replaced until an
 * operator has paid it or given the money back. @throws HttpError 404 for another learner's request, 409 for another delivery or a paid invoice.
 */
export const uploadInvoice: Handler<typeof contracts.uploadInvoice> = async (
  { params, caller, file },
  deps,
) => {
  const { db } = deps;
  // Check before processing the file, so that invalid uploads cost no CPU time.
  await findWaiting(db.manager, params.id, caller.id);
  const stored = await storeDocument(file, invoiceFile, caller.id, deps);
  return inTransaction(db, async (manager) => {
    const request = await findWaiting(manager, params.id, caller.id, 'FOR UPDATE OF r');
    await manager.upsert(InvoiceEntity, { requestId: request.id, ...stored }, ['requestId']);
    await manager.update(HelpRequestEntity, request.id, { needsInvoice: false });
    await publishRequestChange(manager, request);
    return { message: 'The invoice is there.', data: { _id: request.id } };
  });
};

type Waiting = Pick<HelpRequest, 'id' | 'learnerId' | 'status' | 'delivery'> & { isSettled: boolean };

async function findWaiting(manager: EntityManager, requestId: string, learnerId: string, lock = '') {
  const request = await row<Waiting>(
    manager,
    `SELECT r.id, r.learner_id AS "learnerId", r.status, r.delivery, EXISTS (
       SELECT 1 FROM purchases p WHERE p.request_id = r.id AND p.status NOT IN ('queued', 'claimed')) AS "isSettled"
     FROM requests r WHERE r.id = $1 AND r.learner_id = $2 ${lock}`,
    [requestId, learnerId],
  );
  if (!request) throw notFound('This request is no longer there.');
  if (request.delivery !== 'school-invoice')
    throw conflict(
      'This request is not about an invoice of a school. Change how you receive the course first.',
    );
  if (request.isSettled || !['pending', 'reserved', 'paid'].includes(request.status))
    throw conflict('This invoice is paid or closed, and stays as it is.');
  return request;
}

/** Returns the invoice of the learner's own request. @throws HttpError 404 otherwise. */
export const viewInvoice: Handler<typeof contracts.viewInvoice> = async ({ params, caller }, deps) => {
  const invoice = await row<DocumentRow>(
    deps.db,
    `SELECT i.content_type AS "contentType", i.data, i.object_key AS "objectKey" FROM invoices i JOIN requests r ON r.id = i.request_id
     WHERE r.id = $1 AND r.learner_id = $2`,
    [params.id, caller.id],
  );
  if (!invoice) throw notFound('There is no invoice for this request.');
  return showDocument(deps, invoice, 'invoice');
};
