import type { MailTopic } from '#contracts/mail-topics.ts';
import type { MailName } from '#services/platform/email/mail.jobs.ts';

/** The topic of each mail; `always` for receipts, security mails and direct responses to a request. */
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
  'confirm-price': 'always',
  'request-changed': 'requestChanges',
  'request-withdrawn': 'meeting',
  'receipt-for-learner': 'always',
  'receipt-for-sponsor': 'always',
  'pledge-received': 'always',
  'refund-due': 'always',
  'refund-started': 'always',
  'refund-processed': 'always',
  'refund-needs-details': 'always',
  'payment-returned': 'always',
  'dispute-waiting': 'always',
  'provider-incident': 'always',
  enrolled: 'enrolled',
  'course-handed-over': 'always',
  'redeem-reminder': 'enrolled',
  'price-question': 'always',
  'price-question-expired': 'always',
  'course-redeemed': 'courseCompleted',
  'certificate-uploaded': 'courseCompleted',
  // The newsletter has its own subscriptions and unsubscribe links.
  'newsletter-confirm': 'always',
  'newsletter-welcome': 'always',
};
