import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';

export const getDisputeEvidence = endpoint({
  method: 'GET',
  path: '/ops/payments/:id/evidence',
  summary: 'The drafted evidence of the latest dispute of a payment, as PDF',
  auth: 'desk',
  params: z.object({ id: IdSchema }),
  response: 'binary',
});
