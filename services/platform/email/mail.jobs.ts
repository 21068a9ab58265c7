import * as z from 'zod';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** Names of all mails. Each is about one row, whose id is in the job. */
export const mailNames = [
  'verify-email',
  'reset-password',
  'password-changed',
  'account-erased',
  'confirm-new-email',
  'guardian-consent',
  'guardian-released',
  'came-of-age',
  'email-is-changing',
  'email-changed-from',
  'email-changed-to',
  'google-linked',
  'request-received',
  'invitation',
  'invitation-withdrawn',
  'confirm-price',
  'request-changed',
  'request-withdrawn',
  'request-approved',
  'request-rejected',
  'report-decided',
  'account-suspended',
  'account-restored',
  'appeal-answered',
  'meeting-for-learner',
  'meeting-for-sponsor',
  'receipt-for-learner',
  'receipt-for-sponsor',
  'refund-due',
  'refund-started',
  'refund-processed',
  'refund-needs-details',
  'payment-returned',
  'dispute-waiting',
  'provider-incident',
  'pledge-received',
  'enrolled',
  'proof-rejected',
  'certificate-uploaded',
  'course-handed-over',
  'redeem-reminder',
  'price-question',
  'price-question-expired',
  'course-redeemed',
  'newsletter-confirm',
  'newsletter-welcome',
] as const;
/** See {@link mailNames}. */
export type MailName = (typeof mailNames)[number];

/** Retries of a job that sends a mail: 72 hours at one attempt a minute, so that none is lost in an outage of days. */
export const mailRetries = { attempts: 4_320, backoff: { firstMs: 1_000, maxMs: 60_000 } } as const;

/** Composes and sends one mail; mails with a queue of their own have jobs of their own. */
export const deliverMail = defineJob({
  name: 'mail.deliver',
  queue: 'mail',
  payload: z.object({ mail: z.enum(mailNames), id: z.uuid(), revision: z.int().default(0) }),
  ...mailRetries,
  key: ({ mail, id, revision }) => `${mail}:${id}:${revision}`,
});
