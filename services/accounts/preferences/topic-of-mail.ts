import type { MailTopic } from '#contracts/mail-topics.ts';
import type { MailName } from '#services/platform/email/mail.jobs.ts';

/** Which topic a mail belongs to; `always` for receipts, safety, and what the reader has just asked for. */
export const topicOfMail: Record<MailName, MailTopic | 'always'> = {
  'verify-email': 'always',
  'reset-password': 'always',
  'password-changed': 'always',
  'confirm-new-email': 'always',
  'email-is-changing': 'always',
  'request-received': 'always',
  invitation: 'invitation',
  'invitation-withdrawn': 'invitation',
  'meeting-for-learner': 'meeting',
  'meeting-for-sponsor': 'meeting',
  'request-changed': 'requestChanges',
  'request-withdrawn': 'meeting',
  'receipt-for-learner': 'always',
  'receipt-for-sponsor': 'always',
  'pledge-received': 'always',
  'refund-due': 'always',
  'provider-incident': 'always',
  enrolled: 'enrolled',
  'certificate-uploaded': 'courseCompleted',
  // The newsletter has its own list and its own links.
  'newsletter-confirm': 'always',
  'newsletter-welcome': 'always',
};
