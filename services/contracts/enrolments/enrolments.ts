import * as z from 'zod/mini';
import { documentFile } from '../document-file.ts';
import { endpoint } from '../endpoint.ts';
import { idParams } from '../fields.ts';

/** Rules for the uploaded certificate of a completed course. */
export const certificateFile = { field: 'certificate', ...documentFile } as const;

export const uploadCertificate = endpoint('PUT', '/dashboard/:id/upload-completion-certificate', 'token', {
  summary: 'Complete one of the caller’s courses with its certificate; 409 once it is completed',
  limit: 'uploads',
  params: idParams,
  file: certificateFile,
});

export const viewCertificate = endpoint('GET', '/dashboard/:id/view-certificate', 'token', {
  summary: 'The certificate, for its learner, and for the sponsor who paid while the learner allows it',
  limit: 'browse',
  params: idParams,
  response: 'binary',
});

export const shareCertificate = endpoint('PUT', '/dashboard/:id/certificate-sharing', 'token', {
  summary: 'Allow the sponsor who paid to see a certificate, or stop allowing it',
  limit: 'sharing',
  params: idParams,
  body: z.object({ isShared: z.boolean('Please say yes or no.') }),
});
