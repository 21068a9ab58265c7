import type { jobs } from '#services/jobs.ts';
import { processPasswordReset } from './accounts/process-password-reset.ts';
import { purgeDraws } from './housekeeping/purge-draws.ts';
import { purgeOutbox } from './housekeeping/purge-outbox.ts';
import { deliverMail } from './mail/deliver-mail.ts';
import { notifyOfMeeting } from './meetings/notify-of-meeting.ts';
import { sendNewsletterConfirmation } from './newsletter/send-newsletter-confirmation.ts';
import { sendNewsletterWelcome } from './newsletter/send-newsletter-welcome.ts';
import { pollPayment } from './payments/poll-payment.ts';
import { verifyPayment } from './payments/verify-payment.ts';
import { sendWaitingInvitations } from './requests/send-waiting-invitations.ts';
import type { HandlersOf } from './runtime/handler.ts';
import { approveSponsorship } from './sponsorships/approve-sponsorship.ts';

/** What is done for every job of `services/jobs.ts`. */
export const handlers = {
  'meetings.notify': notifyOfMeeting,
  'newsletter.ask': sendNewsletterConfirmation,
  'newsletter.welcome': sendNewsletterWelcome,
  'payments.verify': verifyPayment,
  'payments.poll': pollPayment,
  'sponsorships.approve': approveSponsorship,
  'mail.answer-reset-wish': processPasswordReset,
  'mail.send-waiting-invitations': sendWaitingInvitations,
  'mail.deliver': deliverMail,
  'housekeeping.purge-outbox': purgeOutbox,
  'housekeeping.purge-draws': purgeDraws,
} satisfies HandlersOf<typeof jobs>;
