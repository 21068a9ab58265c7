import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { EmailSchema, NewPasswordSchema } from '../fields.ts';

const incomplete = 'This link is not complete. Please open it from your mail once more.';

/** The signed token of a link sent by mail. */
export const LinkTokenSchema = z
  .string(incomplete)
  .check(z.minLength(1, incomplete), z.maxLength(1_000, incomplete));

export const verifyEmail = endpoint('POST', '/user/verify-email', 'public', {
  summary: 'Confirm an email address by the link that was sent to it; once is enough, twice is fine',
  limit: 'links',
  body: z.object({ token: LinkTokenSchema }),
});

export const resendVerification = endpoint('POST', '/user/resend-verification', 'token', {
  summary: 'Send the confirmation mail once more',
  limit: 'mailMe',
  statuses: [202],
});

export const ForgottenPasswordSchema = z.object({ email: EmailSchema });

export const forgotPassword = endpoint('POST', '/user/forgot-password', 'public', {
  summary:
    'Request a link to choose a new password; the response is the same for a known and an unknown address',
  limit: 'forgotPassword',
  statuses: [202],
  body: ForgottenPasswordSchema,
});

export const resetPassword = endpoint('POST', '/user/reset-password', 'public', {
  summary: 'Choose a new password by the link from the mail; it works once, and ends every session',
  limit: 'links',
  body: z.object({ token: LinkTokenSchema, password: NewPasswordSchema }),
});
