import * as z from 'zod/mini';
import { endpoint, objectResponse } from '../endpoint.ts';
import { OptionalPasswordSchema } from '../fields.ts';

/** Needed unless the caller is confirmed (`confirmIdentity`). */
const currentPassword = OptionalPasswordSchema;

export const prepareExport = endpoint('POST', '/user/export', ['learner', 'sponsor'], {
  summary:
    'Request a download of one’s data; needs the password, or a sign-in of the last 15 minutes. The ticket works for 5 minutes',
  limit: 'checkPassword',
  body: z.object({ currentPassword }),
  response: objectResponse({ ticket: z.string() }),
});

export const downloadExport = endpoint('GET', '/user/export', ['learner', 'sponsor'], {
  summary:
    'A zip with all data about the caller: JSON, documents and a page to read; needs a ticket, or a sign-in of the last 15 minutes',
  limit: 'uploads',
  query: z.object({ ticket: z.optional(z.string().check(z.maxLength(2_000))) }),
  response: 'zip',
});

export const eraseAccount = endpoint('DELETE', '/user/me', ['learner', 'sponsor'], {
  summary:
    'Delete the caller’s account and data; needs the password, or a sign-in of the last 15 minutes. 409 while a payment, a delivery or a refund is under way',
  limit: 'checkPassword',
  body: z.object({ currentPassword }),
});
