import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ReferenceSchema } from './payments.ts';

export const getReceipt = endpoint('GET', '/sponsorship/receipts/:reference', ['sponsor'], {
  summary: 'The receipt of an approved payment as PDF, for the sponsor who paid',
  limit: 'verify',
  params: z.object({ reference: ReferenceSchema }),
  response: 'binary',
});
