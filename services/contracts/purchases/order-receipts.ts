import * as z from 'zod/mini';
import { documentFile } from '../document-file.ts';
import { endpoint, MessageSchema } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';

/** Upload rules of the platform's receipt for an order. */
export const orderReceiptFile = { field: 'receipt', ...documentFile } as const;

export const uploadOrderReceipt = endpoint({
  method: 'POST',
  path: '/ops/cases/:id/receipt',
  summary: 'The platform’s receipt for the order of an own case; replaces an earlier one of the same order',
  auth: 'desk',
  params: z.object({ id: IdSchema }),
  file: orderReceiptFile,
  response: MessageSchema,
});

export const getOrderReceipt = endpoint({
  method: 'GET',
  path: '/ops/cases/:id/receipt',
  summary: 'The platform’s receipt for the present order of a case',
  auth: 'desk',
  params: z.object({ id: IdSchema }),
  response: 'binary',
});
