import type { MailName } from '#services/platform/email/mail.jobs.ts';
import {
  composeConfirmNewEmail,
  composeEmailChangedFrom,
  composeEmailChangedTo,
  composeEmailIsChanging,
  composeGoogleLinked,
  composeGuardianConsent,
  composePasswordChanged,
  composeResetPassword,
  composeVerifyEmail,
} from './accounts/mails/account.ts';
import { composeCameOfAge, composeGuardianReleased } from './accounts/mails/came-of-age.ts';
import { composeDisputeWaiting } from './disputes/mails/dispute.ts';
import { composeCertificateUploaded } from './enrolments/mails/certificate-uploaded.ts';
import { composeEnrolled } from './enrolments/mails/enrolled.ts';
import { composeProofRejected } from './enrolments/mails/proof-rejected.ts';
import { composePledgeReceived } from './funding/mails/pledge-received.ts';
import type { ComposeMail } from './mail/mail-composer.ts';
import { composeMeetingForLearner, composeMeetingForSponsor } from './meetings/mails/meeting.ts';
import { composeNewsletterConfirm } from './newsletter/mails/confirmation.ts';
import { composeNewsletterWelcome } from './newsletter/mails/welcome.ts';
import { composeProviderIncident } from './payments/mails/provider-incident.ts';
import {
  composeReceiptForLearner,
  composeReceiptForSponsor,
  composeRefundDue,
} from './payments/mails/receipt.ts';
import { composeAccountErased } from './privacy/mails/account-erased.ts';
import { composePriceQuestion, composePriceQuestionExpired } from './purchases/mails/price-question.ts';
import {
  composeCourseHandedOver,
  composeCourseRedeemed,
  composeRedeemReminder,
} from './purchases/mails/purchase.ts';
import {
  composePaymentReturned,
  composeRefundNeedsDetails,
  composeRefundProcessed,
  composeRefundStarted,
} from './refunds/mails/refund.ts';
import { composeConfirmPrice } from './requests/mails/confirm-price.ts';
import { composeInvitation } from './requests/mails/invitation.ts';
import {
  composeInvitationWithdrawn,
  composeRequestChanged,
  composeRequestWithdrawn,
} from './requests/mails/request-changed.ts';
import { composeRequestReceived } from './requests/mails/request-received.ts';
import {
  composeAccountRestored,
  composeAccountSuspended,
  composeAppealAnswered,
} from './safety/mails/appeals.ts';
import {
  composeReportDecided,
  composeRequestApproved,
  composeRequestRejected,
} from './safety/mails/decisions.ts';

/** Composer of each mail. */
export const composers: Record<MailName, ComposeMail> = {
  'verify-email': composeVerifyEmail,
  'reset-password': composeResetPassword,
  'password-changed': composePasswordChanged,
  'account-erased': composeAccountErased,
  'confirm-new-email': composeConfirmNewEmail,
  'guardian-consent': composeGuardianConsent,
  'guardian-released': composeGuardianReleased,
  'came-of-age': composeCameOfAge,
  'email-is-changing': composeEmailIsChanging,
  'email-changed-from': composeEmailChangedFrom,
  'email-changed-to': composeEmailChangedTo,
  'google-linked': composeGoogleLinked,
  'request-received': composeRequestReceived,
  invitation: composeInvitation,
  'invitation-withdrawn': composeInvitationWithdrawn,
  'confirm-price': composeConfirmPrice,
  'request-changed': composeRequestChanged,
  'request-withdrawn': composeRequestWithdrawn,
  'meeting-for-learner': composeMeetingForLearner,
  'meeting-for-sponsor': composeMeetingForSponsor,
  'request-approved': composeRequestApproved,
  'request-rejected': composeRequestRejected,
  'report-decided': composeReportDecided,
  'account-suspended': composeAccountSuspended,
  'account-restored': composeAccountRestored,
  'appeal-answered': composeAppealAnswered,
  'receipt-for-learner': composeReceiptForLearner,
  'receipt-for-sponsor': composeReceiptForSponsor,
  'refund-due': composeRefundDue,
  'refund-started': composeRefundStarted,
  'refund-processed': composeRefundProcessed,
  'refund-needs-details': composeRefundNeedsDetails,
  'payment-returned': composePaymentReturned,
  'dispute-waiting': composeDisputeWaiting,
  'provider-incident': composeProviderIncident,
  'pledge-received': composePledgeReceived,
  enrolled: composeEnrolled,
  'proof-rejected': composeProofRejected,
  'certificate-uploaded': composeCertificateUploaded,
  'course-handed-over': composeCourseHandedOver,
  'redeem-reminder': composeRedeemReminder,
  'price-question': composePriceQuestion,
  'price-question-expired': composePriceQuestionExpired,
  'course-redeemed': composeCourseRedeemed,
  'newsletter-confirm': composeNewsletterConfirm,
  'newsletter-welcome': composeNewsletterWelcome,
};
