import * as z from 'zod/mini';
import { documentFile } from '../document-file.ts';
import { dataResponse, endpoint } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';
import { requestStatuses } from '../requests/request-status.ts';

/** Upload rules of the proof that a paid course was bought or its learner enrolled. */
export const proofFile = { field: 'proof', ...documentFile } as const;

const params = z.object({ id: IdSchema });

export const addProof = endpoint({
  method: 'POST',
  path: '/course/add-proof/:id',
  summary:
    'Prove that the learner of a paid request is enrolled; for the sponsor who paid. Operators check it when they have not bought the course: the status stays paid',
  auth: 'token',
  idempotency: 'once',
  limit: 'uploads',
  params,
  file: proofFile,
  response: dataResponse(z.object({ _id: IdSchema, status: z.enum(requestStatuses) })),
});

export const viewProof = endpoint({
  method: 'GET',
  path: '/course/proof/:id',
  summary: 'The proof of a request, for its learner and the sponsor who paid',
  auth: 'token',
  limit: 'browse',
  params,
  response: 'binary',
});
