import * as z from 'zod/mini';
import { endpoint, MessageSchema } from '../endpoint.ts';
import { proofFile } from '../enrolments/proofs.ts';
import { IdSchema } from '../fields.ts';

export const uploadProof = endpoint({
  method: 'POST',
  path: '/ops/cases/:id/proof',
  summary:
    'Add a proof of enrolment in the own case of a purchase: enrols the learner once the course is handed over; before it is bought, the proof waits for the operator’s decision',
  auth: 'desk',
  idempotency: 'once',
  params: z.object({ id: IdSchema }),
  file: proofFile,
  response: MessageSchema,
});

export const getFiledProof = endpoint({
  method: 'GET',
  path: '/ops/cases/:id/proof',
  summary: 'The proof of enrolment that operators check in the case of a purchase',
  auth: 'desk',
  params: z.object({ id: IdSchema }),
  response: 'binary',
});
