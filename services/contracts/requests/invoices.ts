import * as z from 'zod/mini';
import { documentFile } from '../document-file.ts';
import { dataResponse, endpoint } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';

/** Upload rules of the invoice of a school. */
export const invoiceFile = { field: 'invoice', ...documentFile } as const;

const params = z.object({ id: IdSchema });

export const uploadInvoice = endpoint({
  method: 'POST',
  path: '/course/request/:id/invoice',
  summary: 'The invoice of the school for the caller’s request; replaces an earlier one until it is paid',
  auth: ['learner'],
  idempotency: 'once',
  limit: 'uploads',
  params,
  file: invoiceFile,
  response: dataResponse(z.object({ _id: IdSchema })),
});

export const viewInvoice = endpoint({
  method: 'GET',
  path: '/course/request/:id/invoice',
  summary: 'The invoice of the caller’s request',
  auth: ['learner'],
  limit: 'browse',
  params,
  response: 'binary',
});
