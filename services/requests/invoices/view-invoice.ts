import type { getSchoolInvoice as deskContract } from '#contracts/desk/desk-invoices.ts';
import type { viewInvoice as contract } from '#contracts/requests/invoices.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { type DocumentRow, showDocument } from '#services/platform/documents/show-document.ts';
import { notFound } from '#services/platform/errors.ts';
import { InvoiceEntity } from './invoice.entity.ts';

/** Serves the invoice of a request to operators. @throws HttpError 404 when there is none. */
export const getSchoolInvoice: Handler<typeof deskContract> = async ({ params }, deps) => {
  const invoice = await deps.db.getRepository(InvoiceEntity).findOneBy({ requestId: params.id });
  if (!invoice) throw notFound('There is no invoice for this request.');
  return showDocument(deps, invoice, 'invoice');
};

/** Returns the invoice of the learner's own request. @throws HttpError 404 otherwise. */
export const viewInvoice: Handler<typeof contract> = async ({ params, caller }, deps) => {
  const invoice = await row<DocumentRow>(
    deps.db,
    `SELECT i.content_type AS "contentType", i.data, i.object_key AS "objectKey" FROM invoices i JOIN requests r ON r.id = i.request_id
     WHERE r.id = $1 AND r.learner_id = $2`,
    [params.id, caller.id],
  );
  if (!invoice) throw notFound('There is no invoice for this request.');
  return showDocument(deps, invoice, 'invoice');
};
