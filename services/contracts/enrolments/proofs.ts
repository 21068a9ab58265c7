import * as z from 'zod/mini';
import { documentFile } from '../document-file.ts';
import { endpoint, objectResponse } from '../endpoint.ts';
import { IdSchema, idParams } from '../fields.ts';
import { requestStatuses } from '../requests/request-status.ts';

/** Upload rules of the proof that a paid course was bought or its learner enrolled. */
export const proofFile = { field: 'proof', ...documentFile } as const;

export const addProof = endpoint('POST', '/course/add-proof/:id', 'token', {
  summary:
    'Prove that the learner of a paid request is enrolled; for the sponsor who paid. Operators check it when they have not bought the course: the status stays paid',
  idempotency: 'once',
  limit: 'uploads',
  params: idParams,
  file: proofFile,
  response: objectResponse({ _id: IdSchema, status: z.enum(requestStatuses) }),
});

export const viewProof = endpoint('GET', '/course/proof/:id', 'token', {
  summary: 'The proof of a request, for its learner and the sponsor who paid',
  limit: 'browse',
  params: idParams,
  response: 'binary',
});
