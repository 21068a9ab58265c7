import {
  AccountLinkEntity,
  GoogleIdentityEntity,
  PasswordResetRequestEntity,
  SessionEntity,
  UsedGoogleTicketEntity,
} from './accounts/sign-in.entity.ts';
import {
  ConsentEntity,
  MailBudgetEntity,
  MailOptOutEntity,
  ProfilePictureEntity,
  UserEntity,
} from './accounts/user.entity.ts';
import { AuditEntryEntity, CaseActEntity, CaseEntity, PendingApprovalEntity } from './cases/cases.entity.ts';
import {
  CourseEntity,
  CourseUploadEntity,
  FormerLinkEntity,
  LinkCheckEntity,
} from './catalogue/course.entity.ts';
import {
  OperatorEntity,
  OperatorSessionEntity,
  RecoveryCodeEntity,
} from './desk/operators/operators.entity.ts';
import { DisputeEntity } from './disputes/dispute.entity.ts';
import { CertificateEntity, EnrolmentEntity, ProofEntity } from './enrolments/enrolment.entity.ts';
import { DrawEntity, PledgeEntity, SponsorshipEntity } from './funding/funding.entity.ts';
import {
  LedgerPostingEntity,
  LedgerTransactionEntity,
  ReconciliationRunEntity,
} from './ledger/ledger.entity.ts';
import { MeetingEntity } from './meetings/meeting.entity.ts';
import { SubscriberEntity } from './newsletter/subscriber.entity.ts';
import { PaymentEntity, ProviderIncidentEntity, WebhookEventEntity } from './payments/payment.entity.ts';
import { StoredObjectEntity } from './platform/files/stored-object.entity.ts';
import { IdempotencyKeyEntity } from './platform/http/idempotency/idempotency-key.entity.ts';
import { OutboxEntity, ScheduledFailureEntity } from './platform/queue/outbox.entity.ts';
import { DocumentToStripEntity } from './privacy/stored-documents/document-to-strip.entity.ts';
import {
  OrderReceiptEntity,
  PriceChoiceEntity,
  PurchaseCodeEntity,
  PurchaseEntity,
} from './purchases/purchase.entity.ts';
import { QueueSampleEntity } from './queues/queue-sample.entity.ts';
import { RefundAccountEntity, RefundEntity } from './refunds/refund.entity.ts';
import {
  FormerRecipientEntity,
  HelpRequestEntity,
  InvoiceEntity,
  PlatformLoginEntity,
  RecipientEntity,
  RequestViewEntity,
} from './requests/request.entity.ts';
import {
  AppealEntity,
  ReportEntity,
  RequestDecisionEntity,
  SuspensionEntity,
} from './safety/safety.entity.ts';
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
  MailBudgetEntity,
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
