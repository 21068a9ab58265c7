import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ReferenceSchema } from './payments.ts';

export const getReceipt = endpoint({
  method: 'GET',
  path: '/sponsorship/receipts/:reference',
  summary: 'The receipt of an approved payment as PDF, for the sponsor who paid',
  auth: ['sponsor'],
  limit: 'verify',
  params: z.object({ reference: ReferenceSchema }),
  response: 'binary',
});
