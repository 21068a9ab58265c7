import * as z from 'zod';
import type { MailTopic } from '#contracts/accounts/mail-topics.ts';
import { defineJob } from '#services/platform/queue/define-job.ts';

/**
 * All mails with the topic by which recipients can switch them off; `always` for receipts, security mails and direct responses to
 * a request. Each is about one row, whose id is in the job.
 */
export const mails = {
  'verify-email': 'always',
  'reset-password': 'always',
  'password-changed': 'always',
  'account-erased': 'always',
  'confirm-new-email': 'always',
  'guardian-consent': 'always',
  'guardian-released': 'always',
  'guardian-refused': 'always',
  'came-of-age': 'always',
  'email-is-changing': 'always',
  'email-changed-from': 'always',
  'email-changed-to': 'always',
  'google-linked': 'always',
  'request-received': 'always',
  invitation: 'invitation',
  'invitation-withdrawn': 'invitation',
  'confirm-price': 'always',
  'request-changed': 'requestChanges',
  'request-withdrawn': 'meeting',
  'request-approved': 'always',
  'request-rejected': 'always',
  'report-decided': 'always',
  'account-suspended': 'always',
  'account-restored': 'always',
  'appeal-answered': 'always',
  'case-reply': 'always',
  'meeting-for-learner': 'meeting',
  'meeting-for-sponsor': 'meeting',
  'receipt-for-learner': 'always',
  'receipt-for-sponsor': 'always',
  'refund-due': 'always',
  'refund-started': 'always',
  'refund-processed': 'always',
  'refund-needs-details': 'always',
  'payment-returned': 'always',
  'dispute-waiting': 'always',
  'approvals-waiting': 'always',
  'provider-incident': 'always',
  'incident-opened': 'always',
  'daily-summary': 'always',
  'pledge-received': 'always',
  enrolled: 'enrolled',
  'proof-rejected': 'always',
  'certificate-uploaded': 'courseCompleted',
  'course-handed-over': 'always',
  'redeem-reminder': 'enrolled',
  'price-question': 'always',
  'price-question-expired': 'always',
  'course-redeemed': 'courseCompleted',
  'thank-you': 'thanks',
  'thank-you-declined': 'always',
  // The newsletter has its own subscriptions and unsubscribe links.
  'newsletter-confirm': 'always',
  'newsletter-welcome': 'always',
} as const satisfies Record<string, MailTopic | 'always'>;
export type MailName = keyof typeof mails;
/** Names of {@link mails}. */
export const mailNames = Object.keys(mails) as MailName[];

/** Retries of a job that sends a mail: 72 hours at one attempt a minute, so that none is lost in an outage of days. */
export const mailRetries = { attempts: 4_320, backoff: { firstMs: 1_000, maxMs: 60_000 } } as const;

/** Composes and sends one mail; mails with a queue of their own have jobs of their own. */
export const deliverMail = defineJob({
  name: 'mail.deliver',
  queue: 'mail',
  payload: z.object({
    mail: z.enum(mailNames),
    id: z.uuid(),
    revision: z.int().default(0),
    /** The operator who gets it, of a mail that several operators get. */
    operatorId: z.uuid().optional(),
  }),
  ...mailRetries,
  key: ({ mail, id, revision, operatorId }) =>
    [mail, id, revision, ...(operatorId ? [operatorId] : [])].join(':'),
});
