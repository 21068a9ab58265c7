import type { MailName } from '#services/platform/email/mail.jobs.ts';
import { accountMails } from './accounts/mails/account.ts';
import { guardianMails } from './accounts/mails/guardian.ts';
import { approvalMails } from './cases/mails/approvals.ts';
import { replyMails } from './cases/mails/replies.ts';
import { disputeMails } from './disputes/mails/dispute.ts';
import { enrolmentMails } from './enrolments/mails/enrolment.ts';
import { pledgeMails } from './funding/mails/pledge-received.ts';
import type { ComposeMail } from './mail/mail-composer.ts';
import { meetingMails } from './meetings/mails/meeting.ts';
import { newsletterMails } from './newsletter/mails/newsletter.ts';
import { providerIncidentMails } from './payments/mails/provider-incident.ts';
import { receiptMails } from './payments/mails/receipt.ts';
import { erasureMails } from './privacy/mails/account-erased.ts';
import { priceQuestionMails } from './purchases/mails/price-question.ts';
import { purchaseMails } from './purchases/mails/purchase.ts';
import { refundMails } from './refunds/mails/refund.ts';
import { requestMails } from './requests/mails/request.ts';
import { requestChangeMails } from './requests/mails/request-changed.ts';
import { decisionMails } from './safety/mails/decisions.ts';
import { thankYouMails } from './thanks/mails/thank-you.ts';

/** Composer of each mail. */
export const composers: Record<MailName, ComposeMail> = {
  ...accountMails,
  ...guardianMails,
  ...approvalMails,
  ...replyMails,
  ...disputeMails,
  ...enrolmentMails,
  ...pledgeMails,
  ...meetingMails,
  ...newsletterMails,
  ...providerIncidentMails,
  ...receiptMails,
  ...erasureMails,
  ...priceQuestionMails,
  ...purchaseMails,
  ...refundMails,
  ...requestChangeMails,
  ...requestMails,
  ...decisionMails,
  ...thankYouMails,
};
