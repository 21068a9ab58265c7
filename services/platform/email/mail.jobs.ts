import * as z from 'zod';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** Names of all mails. Each is about one row, whose id is in the job. */
export const mailNames = [
  'verify-email',
  'reset-password',
  'password-changed',
  'confirm-new-email',
  'email-is-changing',
  'request-received',
  'invitation',
  'invitation-withdrawn',
  'request-changed',
  'request-withdrawn',
  'meeting-for-learner',
  'meeting-for-sponsor',
  'receipt-for-learner',
  'receipt-for-sponsor',
  'refund-due',
  'provider-incident',
  'pledge-received',
  'enrolled',
  'certificate-uploaded',
  'newsletter-confirm',
  'newsletter-welcome',
] as const;
/** See {@link mailNames}. */
export type MailName = (typeof mailNames)[number];

// 72 hours at one attempt a minute, so that no mail is lost when the mail server is unavailable for days.
const attempts = 4_320;

/** Composes and sends one mail. */
export const deliverMail = defineJob({
  name: 'mail.deliver',
  queue: 'mail',
  payload: z.object({ mail: z.enum(mailNames), id: z.uuid(), revision: z.int().default(0) }),
  attempts,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
  key: ({ mail, id, revision }) => `${mail}:${id}:${revision}`,
});
