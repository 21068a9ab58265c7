import { comeOfAgeJob, processPasswordReset, sendWaitingInvitations } from './accounts/accounts.jobs.ts';
import {
  checkOutagesJob,
  mailOperatorsJob,
  notifyApproversJob,
  summariseDayJob,
} from './cases/cases.jobs.ts';
import { checkLinksJob, importUploadJob } from './catalogue/catalogue.jobs.ts';
import { answerDisputeJob, pollDisputesJob, syncDisputeJob } from './disputes/disputes.jobs.ts';
import { reconcileJob } from './ledger/reconciliation/reconciliation.jobs.ts';
import { notifyOfMeeting } from './meetings/meetings.jobs.ts';
import { sendNewsletterConfirmation, sendNewsletterWelcome } from './newsletter/newsletter.jobs.ts';
import { approveSponsorshipJob, pollPayment, verifyPaymentJob } from './payments/payments.jobs.ts';
import { deliverMail } from './platform/email/mail.jobs.ts';
import { sampleQueuesJob, sweepFilesJob } from './platform/queue/housekeeping.jobs.ts';
import { erasePersonJob, purgeExpiredJob } from './privacy/privacy.jobs.ts';
import { followUpPurchasesJob } from './purchases/purchases.jobs.ts';
import {
  pollRefundsJob,
  refundTransactionJob,
  retryRefundJob,
  startRefundJob,
  syncRefundsJob,
} from './refunds/refunds.jobs.ts';
import { askForPricesJob } from './requests/requests.jobs.ts';

/** Every job definition; a job that is not listed here never runs. */
export const jobs = [
  notifyOfMeeting,
  sendNewsletterConfirmation,
  sendNewsletterWelcome,
  verifyPaymentJob,
  pollPayment,
  syncRefundsJob,
  startRefundJob,
  retryRefundJob,
  refundTransactionJob,
  pollRefundsJob,
  syncDisputeJob,
  answerDisputeJob,
  pollDisputesJob,
  approveSponsorshipJob,
  processPasswordReset,
  sendWaitingInvitations,
  comeOfAgeJob,
  deliverMail,
  erasePersonJob,
  purgeExpiredJob,
  sweepFilesJob,
  sampleQueuesJob,
  followUpPurchasesJob,
  askForPricesJob,
  reconcileJob,
  importUploadJob,
  checkLinksJob,
  notifyApproversJob,
  checkOutagesJob,
  mailOperatorsJob,
  summariseDayJob,
] as const;
