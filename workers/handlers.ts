import type { jobs } from '#services/jobs.ts';
import { comeOfAge } from './accounts/come-of-age.ts';
import { processPasswordReset } from './accounts/process-password-reset.ts';
import { checkCatalogueLinks } from './catalogue/check-catalogue-links.ts';
import { importCatalogueUpload } from './catalogue/import-catalogue-upload.ts';
import { deliverMail } from './deliver-mail.ts';
import { answerDispute } from './disputes/answer-dispute.ts';
import { pollDisputes } from './disputes/poll-disputes.ts';
import { syncDispute } from './disputes/sync-dispute.ts';
import { purgeDraws } from './housekeeping/purge-draws.ts';
import { purgeIdempotencyKeys } from './housekeeping/purge-idempotency-keys.ts';
import { purgeOutbox } from './housekeeping/purge-outbox.ts';
import { purgeWebhooks } from './housekeeping/purge-webhooks.ts';
import { sampleQueues } from './housekeeping/sample-queues.ts';
import { sweepFiles } from './housekeeping/sweep-files.ts';
import { reconcileLedger } from './ledger/reconcile-ledger.ts';
import { notifyOfMeeting } from './meetings/notify-of-meeting.ts';
import { sendNewsletterConfirmation } from './newsletter/send-newsletter-confirmation.ts';
import { sendNewsletterWelcome } from './newsletter/send-newsletter-welcome.ts';
import { approveSponsorship } from './payments/approve-sponsorship.ts';
import { pollPayment } from './payments/poll-payment.ts';
import { verifyPayment } from './payments/verify-payment.ts';
import { erasePersonHandler } from './privacy/erase-person.ts';
import { purgeExpired } from './privacy/purge-expired.ts';
import { stripStoredDocuments } from './privacy/strip-stored-documents.ts';
import { followUpPurchases } from './purchases/follow-up-purchases.ts';
import { pollRefunds } from './refunds/poll-refunds.ts';
import { retryRefund } from './refunds/retry-refund.ts';
import { startRefund } from './refunds/start-refund.ts';
import { syncRefunds } from './refunds/sync-refunds.ts';
import { askForPrices } from './requests/ask-for-prices.ts';
import { sendWaitingInvitations } from './requests/send-waiting-invitations.ts';
import type { HandlersOf } from './runtime/handler.ts';

/** What is done for every job of `services/jobs.ts`. */
export const handlers = {
  'meetings.notify': notifyOfMeeting,
  'newsletter.ask': sendNewsletterConfirmation,
  'newsletter.welcome': sendNewsletterWelcome,
  'payments.verify': verifyPayment,
  'payments.poll': pollPayment,
  'refunds.sync': syncRefunds,
  'refunds.start': startRefund,
  'refunds.retry': retryRefund,
  'refunds.poll': pollRefunds,
  'disputes.sync': syncDispute,
  'disputes.answer': answerDispute,
  'disputes.poll': pollDisputes,
  'sponsorships.approve': approveSponsorship,
  'mail.process-password-reset': processPasswordReset,
  'mail.answer-reset-wish': processPasswordReset,
  'mail.send-waiting-invitations': sendWaitingInvitations,
  'accounts.come-of-age': comeOfAge,
  'mail.deliver': deliverMail,
  'privacy.purge': purgeExpired,
  'privacy.strip-stored-documents': stripStoredDocuments,
  'privacy.erase-person': erasePersonHandler,
  'housekeeping.purge-outbox': purgeOutbox,
  'housekeeping.purge-idempotency-keys': purgeIdempotencyKeys,
  'housekeeping.purge-draws': purgeDraws,
  'housekeeping.purge-webhooks': purgeWebhooks,
  'housekeeping.sample-queues': sampleQueues,
  'housekeeping.sweep-files': sweepFiles,
  'purchases.follow-up': followUpPurchases,
  'requests.ask-for-prices': askForPrices,
  'payments.reconcile': reconcileLedger,
  'catalogue.import': importCatalogueUpload,
  'catalogue.check-links': checkCatalogueLinks,
} satisfies HandlersOf<typeof jobs>;
