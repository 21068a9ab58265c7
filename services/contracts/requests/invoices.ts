import { documentFile } from '../document-file.ts';
import { endpoint, objectResponse } from '../endpoint.ts';
import { IdSchema, idParams } from '../fields.ts';

/** Upload rules of the invoice of a school. */
export const invoiceFile = { field: 'invoice', ...documentFile } as const;

export const uploadInvoice = endpoint('POST', '/course/request/:id/invoice', ['learner'], {
  summary: 'The invoice of the school for the caller’s request; replaces an earlier one until it is paid',
  idempotency: 'once',
  limit: 'uploads',
  params: idParams,
  file: invoiceFile,
  response: objectResponse({ _id: IdSchema }),
});

export const viewInvoice = endpoint('GET', '/course/request/:id/invoice', ['learner'], {
  summary: 'The invoice of the caller’s request',
  limit: 'browse',
  params: idParams,
  response: 'binary',
});
