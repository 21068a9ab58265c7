import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';

export const getFiledProof = endpoint({
  method: 'GET',
  path: '/ops/cases/:id/proof',
  summary: 'The proof of enrolment that operators check in the case of a purchase',
  auth: 'desk',
  params: z.object({ id: IdSchema }),
  response: 'binary',
});
