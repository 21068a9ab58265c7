import * as z from 'zod/mini';
import { answerWith, endpoint } from './endpoint.ts';
import { IdSchema } from './fields.ts';
import { limits } from './limits.ts';
import { requestStatuses } from './request-status.ts';

/** The proof that a paid course was bought or its learner enrolled, as it is uploaded. */
export const proofFile = {
  field: 'proof',
  maxBytes: limits.certificateBytes,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  missing: 'Please select a file to upload.',
  tooLarge: 'File size must not exceed 512KB.',
  wrongType: 'Please select a PDF, JPG or PNG file.',
} as const;

/** What a stored proof may be. */
export type ProofType = (typeof proofFile.types)[number];

const params = z.object({ id: IdSchema });

export const addProof = endpoint({
  method: 'POST',
  path: '/course/add-proof/:id',
  summary: 'Prove that the learner of a paid request is enrolled; for the sponsor who paid, and operators',
  auth: 'token',
  limit: 'uploads',
  params,
  file: proofFile,
  response: answerWith(z.object({ _id: IdSchema, status: z.enum(requestStatuses) })),
});

export const viewProof = endpoint({
  method: 'GET',
  path: '/course/proof/:id',
  summary: 'The proof of a request, for its learner, the sponsor who paid, and operators',
  auth: 'token',
  limit: 'browse',
  params,
  response: 'binary',
});
