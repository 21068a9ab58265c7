import type { MailName } from '#services/platform/email/mail.jobs.ts';
import {
  composeConfirmNewEmail,
  composeEmailIsChanging,
  composePasswordChanged,
  composeResetPassword,
  composeVerifyEmail,
} from './compose-account.ts';
import { composeCertificateUploaded } from './compose-certificate-uploaded.ts';
import { composeInvitation } from './compose-invitation.ts';
import { composeMeetingForLearner, composeMeetingForSponsor } from './compose-meeting.ts';
import { composeNewsletterConfirm } from './compose-newsletter-confirm.ts';
import { composeNewsletterWelcome } from './compose-newsletter-welcome.ts';
import { composePledgeReceived } from './compose-pledge-received.ts';
import { composeEnrolled } from './compose-proof.ts';
import { composeProviderIncident } from './compose-provider-incident.ts';
import { composeReceiptForLearner, composeReceiptForSponsor, composeRefundDue } from './compose-receipt.ts';
import {
  composeInvitationWithdrawn,
  composeRequestChanged,
  composeRequestWithdrawn,
} from './compose-request-changed.ts';
import { composeRequestReceived } from './compose-request-received.ts';
import type { ComposeMail } from './mail-composer.ts';

/** Who writes which mail; a mail without a writer does not compile. */
export const composers: Record<MailName, ComposeMail> = {
  'verify-email': composeVerifyEmail,
  'reset-password': composeResetPassword,
  'password-changed': composePasswordChanged,
  'confirm-new-email': composeConfirmNewEmail,
  'email-is-changing': composeEmailIsChanging,
  'request-received': composeRequestReceived,
  invitation: composeInvitation,
  'invitation-withdrawn': composeInvitationWithdrawn,
  'request-changed': composeRequestChanged,
  'request-withdrawn': composeRequestWithdrawn,
  'meeting-for-learner': composeMeetingForLearner,
  'meeting-for-sponsor': composeMeetingForSponsor,
  'receipt-for-learner': composeReceiptForLearner,
  'receipt-for-sponsor': composeReceiptForSponsor,
  'refund-due': composeRefundDue,
  'provider-incident': composeProviderIncident,
  'pledge-received': composePledgeReceived,
  enrolled: composeEnrolled,
  'certificate-uploaded': composeCertificateUploaded,
  'newsletter-confirm': composeNewsletterConfirm,
  'newsletter-welcome': composeNewsletterWelcome,
};
