import * as z from 'zod/mini';
import { endpoint, MessageSchema } from '../endpoint.ts';
import { EmailSchema, NewPasswordSchema } from '../fields.ts';

const incomplete = 'This link is not complete. Please open it from your mail once more.';

/** The signed token of a link sent by mail. */
export const LinkTokenSchema = z
  .string(incomplete)
  .check(z.minLength(1, incomplete), z.maxLength(1_000, incomplete));

/** Lifetimes of the links in mails, in milliseconds. */
export const linkLifetimesMs = {
  verifyEmail: 7 * 86_400_000,
  resetPassword: 30 * 60_000,
  changeEmail: 24 * 3_600_000,
  undoEmailChange: 7 * 86_400_000,
  guardianConsent: 30 * 86_400_000,
} as const;

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/user/verify-email',
  summary: 'Confirm an email address by the link that was sent to it; once is enough, twice is fine',
  auth: 'public',
  limit: 'links',
  body: z.object({ token: LinkTokenSchema }),
  response: MessageSchema,
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/user/resend-verification',
  summary: 'Send the confirmation mail once more',
  auth: 'token',
  limit: 'mailMe',
  statuses: [202],
  response: MessageSchema,
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/user/forgot-password',
  summary:
    'Request a link to choose a new password; the response is the same for a known and an unknown address',
  auth: 'public',
  limit: 'forgotPassword',
  statuses: [202],
  body: z.object({ email: EmailSchema }),
  response: MessageSchema,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/user/reset-password',
  summary: 'Choose a new password by the link from the mail; it works once, and ends every session',
  auth: 'public',
  limit: 'links',
  body: z.object({ token: LinkTokenSchema, password: NewPasswordSchema }),
  response: MessageSchema,
});
