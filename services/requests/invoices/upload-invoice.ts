import type { EntityManager } from 'typeorm';
import { type uploadInvoice as contract, invoiceFile } from '#contracts/requests/invoices.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { cleanDocument } from '#services/platform/documents/clean-document.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { fileStore } from '#services/platform/files/file-store.ts';
import { publishRequestChange } from '../publish-request-change.ts';
import { type HelpRequest, HelpRequestEntity } from '../request.entity.ts';
import { InvoiceEntity } from './invoice.entity.ts';

/**
 * Stores the invoice of a school for the learner's own request, which sponsors can see then. It can be replaced until an
 * operator has paid it. @throws HttpError 404 for another learner's request, 409 for another delivery or a paid invoice.
 */
export const uploadInvoice: Handler<typeof contract> = async ({ params, caller, file }, deps) => {
  const { db } = deps;
  // Check before processing the file, so that invalid uploads cost no CPU time.
  await findWaiting(db.manager, params.id, caller.id);
  const { contentType, data } = await cleanDocument(file, invoiceFile, caller.id);
  const stored = await fileStore(deps).put(data);
  return inTransaction(db, async (manager) => {
    const request = await findWaiting(manager, params.id, caller.id, 'FOR UPDATE OF r');
    await manager.upsert(InvoiceEntity, { requestId: request.id, contentType, ...stored }, ['requestId']);
    await manager.update(HelpRequestEntity, request.id, { needsInvoice: false });
    await publishRequestChange(manager, request);
    return { message: 'The invoice is there.', data: { _id: request.id } };
  });
};

type Waiting = Pick<HelpRequest, 'id' | 'learnerId' | 'status' | 'delivery'> & { isBought: boolean };

async function findWaiting(
  manager: EntityManager,
  requestId: string,
  learnerId: string,
  lock = '',
): Promise<Waiting> {
  const request = await row<Waiting>(
    manager,
    `SELECT r.id, r.learner_id AS "learnerId", r.status, r.delivery, EXISTS (
       SELECT 1 FROM purchases p WHERE p.request_id = r.id AND p.status IN ('bought', 'handed_over', 'redeemed')) AS "isBought"
     FROM requests r WHERE r.id = $1 AND r.learner_id = $2 ${lock}`,
    [requestId, learnerId],
  );
  if (!request) throw notFound('This request is no longer there.');
  if (request.delivery !== 'school-invoice')
    throw conflict(
      'This request is not about an invoice of a school. Change how you receive the course first.',
    );
  if (request.isBought || !['pending', 'reserved', 'paid'].includes(request.status))
    throw conflict('This invoice is paid or closed, and stays as it is.');
  return request;
}
