import { AccountLinkEntity } from './accounts/addresses/account-link.entity.ts';
import { ConsentEntity } from './accounts/consents/consent.entity.ts';
import { GoogleIdentityEntity } from './accounts/google/google-identity.entity.ts';
import { UsedGoogleTicketEntity } from './accounts/google/used-google-ticket.entity.ts';
import { PairMailsEntity } from './accounts/mail-budget/pair-mails.entity.ts';
import { PasswordResetRequestEntity } from './accounts/passwords/password-reset-request.entity.ts';
import { ProfilePictureEntity } from './accounts/pictures/profile-picture.entity.ts';
import { MailOptOutEntity } from './accounts/preferences/mail-opt-out.entity.ts';
import { SessionEntity } from './accounts/sessions/session.entity.ts';
import { UserEntity } from './accounts/user.entity.ts';
import { AuditEntryEntity } from './cases/audit-entry.entity.ts';
import { CaseEntity } from './cases/case.entity.ts';
import { CaseActEntity } from './cases/case-act.entity.ts';
import { PendingApprovalEntity } from './cases/pending-approval.entity.ts';
import { CourseEntity } from './catalogue/course.entity.ts';
import { CourseUploadEntity } from './catalogue/import/course-upload.entity.ts';
import { FormerLinkEntity } from './catalogue/links/former-link.entity.ts';
import { LinkCheckEntity } from './catalogue/links/link-check.entity.ts';
import { OperatorEntity } from './desk/operators/operator.entity.ts';
import { OperatorSessionEntity } from './desk/operators/operator-session.entity.ts';
import { RecoveryCodeEntity } from './desk/operators/recovery-code.entity.ts';
import { DisputeEntity } from './disputes/dispute.entity.ts';
import { CertificateEntity } from './enrolments/certificate.entity.ts';
import { EnrolmentEntity } from './enrolments/enrolment.entity.ts';
import { ProofEntity } from './enrolments/proof.entity.ts';
import { DrawEntity } from './funding/draws/draw.entity.ts';
import { PledgeEntity } from './funding/pledges/pledge.entity.ts';
import { SponsorshipEntity } from './funding/sponsorship.entity.ts';
import { LedgerPostingEntity } from './ledger/ledger-posting.entity.ts';
import { LedgerTransactionEntity } from './ledger/ledger-transaction.entity.ts';
import { ReconciliationRunEntity } from './ledger/reconciliation/reconciliation-run.entity.ts';
import { MeetingEntity } from './meetings/meeting.entity.ts';
import { SubscriberEntity } from './newsletter/subscriber.entity.ts';
import { ProviderIncidentEntity } from './payments/incidents/provider-incident.entity.ts';
import { PaymentEntity } from './payments/payment.entity.ts';
import { WebhookEventEntity } from './payments/webhook-event.entity.ts';
import { StoredObjectEntity } from './platform/files/stored-object.entity.ts';
import { IdempotencyKeyEntity } from './platform/http/idempotency/idempotency-key.entity.ts';
import { OutboxEntity } from './platform/queue/outbox.entity.ts';
import { ScheduledFailureEntity } from './platform/queue/scheduled-failure.entity.ts';
import { DocumentToStripEntity } from './privacy/stored-documents/document-to-strip.entity.ts';
import { OrderReceiptEntity } from './purchases/order-receipt.entity.ts';
import { PriceChoiceEntity } from './purchases/price-choices/price-choice.entity.ts';
import { PurchaseEntity } from './purchases/purchase.entity.ts';
import { PurchaseCodeEntity } from './purchases/purchase-code.entity.ts';
import { QueueSampleEntity } from './queues/queue-sample.entity.ts';
import { RefundEntity } from './refunds/refund.entity.ts';
import { RefundAccountEntity } from './refunds/refund-account.entity.ts';
import { FormerRecipientEntity } from './requests/former-recipient.entity.ts';
import { InvoiceEntity } from './requests/invoices/invoice.entity.ts';
import { PlatformLoginEntity } from './requests/platform-login.entity.ts';
import { RecipientEntity } from './requests/recipient.entity.ts';
import { HelpRequestEntity } from './requests/request.entity.ts';
import { RequestViewEntity } from './requests/request-view.entity.ts';
import { AppealEntity } from './safety/appeals/appeal.entity.ts';
import { RequestDecisionEntity } from './safety/decisions/request-decision.entity.ts';
import { ReportEntity } from './safety/reports/report.entity.ts';
import { SuspensionEntity } from './safety/suspensions/suspension.entity.ts';
import { WaitlistEntryEntity } from './waitlist/waitlist-entry.entity.ts';

/** Entities of all tables. */
export const entities = [
  UserEntity,
  SessionEntity,
  ProfilePictureEntity,
  ConsentEntity,
  GoogleIdentityEntity,
  UsedGoogleTicketEntity,
  AccountLinkEntity,
  PasswordResetRequestEntity,
  MailOptOutEntity,
  HelpRequestEntity,
  InvoiceEntity,
  RecipientEntity,
  FormerRecipientEntity,
  PlatformLoginEntity,
  RequestViewEntity,
  PairMailsEntity,
  MeetingEntity,
  SponsorshipEntity,
  DrawEntity,
  PledgeEntity,
  ProofEntity,
  StoredObjectEntity,
  DocumentToStripEntity,
  PaymentEntity,
  LedgerTransactionEntity,
  LedgerPostingEntity,
  ReconciliationRunEntity,
  RefundEntity,
  RefundAccountEntity,
  DisputeEntity,
  WebhookEventEntity,
  ProviderIncidentEntity,
  PriceChoiceEntity,
  OrderReceiptEntity,
  PurchaseEntity,
  PurchaseCodeEntity,
  OutboxEntity,
  ScheduledFailureEntity,
  IdempotencyKeyEntity,
  CourseEntity,
  CourseUploadEntity,
  FormerLinkEntity,
  LinkCheckEntity,
  EnrolmentEntity,
  CertificateEntity,
  SubscriberEntity,
  WaitlistEntryEntity,
  AuditEntryEntity,
  CaseEntity,
  CaseActEntity,
  OperatorEntity,
  OperatorSessionEntity,
  RecoveryCodeEntity,
  PendingApprovalEntity,
  QueueSampleEntity,
  ReportEntity,
  RequestDecisionEntity,
  SuspensionEntity,
  AppealEntity,
];
