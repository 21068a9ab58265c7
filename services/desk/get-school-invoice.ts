import type { getSchoolInvoice as contract } from '#contracts/desk/desk-invoices.ts';
import type { Handler } from '#services/deps.ts';
import { showDocument } from '#services/platform/documents/show-document.ts';
import { notFound } from '#services/platform/errors.ts';
import { InvoiceEntity } from '#services/requests/invoices/invoice.entity.ts';

/** Serves the invoice of a request to operators. @throws HttpError 404 when there is none. */
export const getSchoolInvoice: Handler<typeof contract> = async ({ params }, deps) => {
  const invoice = await deps.db.getRepository(InvoiceEntity).findOneBy({ requestId: params.id });
  if (!invoice) throw notFound('There is no invoice for this request.');
  return showDocument(deps, invoice, 'invoice');
};
