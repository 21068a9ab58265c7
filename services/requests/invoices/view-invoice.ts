import type { viewInvoice as contract } from '#contracts/requests/invoices.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { type DocumentRow, showDocument } from '#services/platform/documents/show-document.ts';
import { notFound } from '#services/platform/errors.ts';

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
