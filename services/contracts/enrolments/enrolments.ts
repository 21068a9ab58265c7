import * as z from 'zod/mini';
import { documentFile } from '../document-file.ts';
import { endpoint, MessageSchema } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';

/** Rules for the uploaded certificate of a completed course. */
export const certificateFile = { field: 'certificate', ...documentFile } as const;

const params = z.object({ id: IdSchema });

export const uploadCertificate = endpoint({
  method: 'PUT',
  path: '/dashboard/:id/upload-completion-certificate',
  summary: 'Complete one of the caller’s courses with its certificate; 409 once it is completed',
  auth: 'token',
  limit: 'uploads',
  params,
  file: certificateFile,
  response: MessageSchema,
});

export const viewCertificate = endpoint({
  method: 'GET',
  path: '/dashboard/:id/view-certificate',
  summary: 'The certificate, for its learner, and for the sponsor who paid while the learner allows it',
  auth: 'token',
  limit: 'browse',
  params,
  response: 'binary',
});

export const shareCertificate = endpoint({
  method: 'PUT',
  path: '/dashboard/:id/certificate-sharing',
  summary: 'Allow the sponsor who paid to see a certificate, or stop allowing it',
  auth: 'token',
  limit: 'sharing',
  params,
  body: z.object({ isShared: z.boolean('Please say yes or no.') }),
  response: MessageSchema,
});
