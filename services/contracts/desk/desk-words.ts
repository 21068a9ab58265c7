import type { ApprovalKind, CaseKind, caseStatuses } from '../cases/cases.ts';
import type { CourseAccess } from '../catalogue/catalogue.ts';
import type { Role } from '../endpoint.ts';
import type { MeetingStatus } from '../meetings/meeting-status.ts';
import type { PaymentStatus } from '../payments/payment-status.ts';
import type { PurchaseStatus } from '../purchases/purchase-status.ts';
import type { RequestStatus } from '../requests/request-status.ts';
import type { DeliveryName } from '../requests/request-views.ts';
import { upperFirst } from '../upper-first.ts';
import type { CorrectableField } from './desk-catalogue.ts';
import type { OperatorLevel, OperatorMail } from './operators.ts';

/** Statuses of a payment in words. */
export const paymentStatusNames = {
  initiating: 'Starting',
  pending: 'Open',
  approved: 'Approved',
  added: 'Added to a price',
  failed: 'Failed',
  abandoned: 'Abandoned',
  refund_due: 'Refund due',
  needs_review: 'Needs review',
  reversed: 'Refunded',
} satisfies Record<PaymentStatus, string>;

/** Statuses of a request in words. */
export const requestStatusNames = {
  pending: 'Open',
  reserved: 'Being paid',
  paid: 'Paid',
  enrolled: 'Enrolled',
  completed: 'Completed',
  withdrawn: 'Withdrawn',
  refunded: 'Refunded',
} satisfies Record<RequestStatus, string>;

/** Statuses of a purchase in words. */
export const purchaseStatusNames = {
  queued: 'To be bought',
  claimed: 'Being bought',
  bought: 'Bought',
  handed_over: 'Handed over, waiting for the learner',
  redeemed: 'The learner is enrolled',
  failed: 'Ended without a course',
} satisfies Record<PurchaseStatus, string>;

/** Statuses of a meeting in words. */
export const meetingStatusNames = {
  awaiting_time: 'Without a time',
  proposed: 'Proposed',
  counter_proposed: 'Another time proposed by the learner',
  accepted: 'Accepted',
  declined: 'Declined',
  cancelled: 'Cancelled',
} satisfies Record<MeetingStatus, string>;

/** Roles in words. */
export const roleNames = {
  learner: 'Learner',
  sponsor: 'Sponsor',
  operator: 'Operator',
} satisfies Record<Role, string>;

/** Deliveries of a course in words. */
export const deliveryWords = {
  'gift-to-email': 'Gift to an e-mail address',
  'enrolment-code': 'Enrolment code',
  'school-invoice': 'Invoice of the school',
  'platform-login': 'Platform login',
} satisfies Record<DeliveryName, string>;

/** Kinds of acts that wait for approval in words. */
export const approvalKindNames = {
  refund: 'Refund',
  higher_price: 'Higher price',
  suspend: 'Suspension',
  restore: 'End of a suspension',
  accept_dispute: 'Accept a dispute',
  resume_payments: 'Resume payments',
  show_request: 'Show a request again',
  dismiss_report: 'Dismiss a report',
} satisfies Record<ApprovalKind, string>;

/** Levels of operators in words. */
export const operatorLevelNames = { operator: 'Operator', lead: 'Lead' } satisfies Record<
  OperatorLevel,
  string
>;

/** Kinds of mails to operators in words. */
export const operatorMailNames = {
  summary: 'Daily summary',
  dispute: 'Disputes',
  approval: 'Approvals',
  incident: 'Incidents',
} satisfies Record<OperatorMail, string>;

/** Fields of a course that operators correct in words. */
const correctableFieldNames = {
  title: 'Title',
  url: 'Link',
  access: 'Access',
  price: 'Price',
} satisfies Record<CorrectableField, string>;

/** Kinds of access to a course in words. */
export const courseAccessNames = {
  'free-certificate': 'Free with certificate',
  'free-to-learn': 'Free to learn',
  'financial-aid': 'Paid, with financial aid',
  paid: 'Paid',
} satisfies Record<CourseAccess, string>;

/** Outcomes of closed cases in words. An operator who closes a case by hand writes their own. */
const caseOutcomeNames = {
  accepted: 'Accepted',
  approved: 'Approved',
  assigned: 'Belongs to a payment',
  declined: 'Declined',
  delivered: 'Delivered',
  denied: 'Appeal denied',
  dismissed: 'Dismissed',
  disputed: 'Payment lost in a dispute',
  duplicate: 'Duplicate of another case',
  enrolled: 'Learner enrolled',
  failed: 'Ended without a course',
  granted: 'Appeal granted',
  lost: 'Dispute lost',
  not_ours: 'Not ours',
  not_shown: 'Not shown in invitations',
  recovered: 'Works again',
  refunded: 'Refunded',
  rejected: 'Rejected',
  restored: 'Suspension lifted',
  shown: 'Shown in invitations',
  suspended: 'Suspended',
  upheld: 'Report upheld',
  withdrawn: 'Withdrawn',
  won: 'Dispute won',
} as const;
export type CaseOutcome = keyof typeof caseOutcomeNames;

// Words of the provider for a charge and for a dispute: it may add values, which are shown as their words.
const providerWords: Readonly<Record<string, string>> = {
  success: 'Successful',
  ongoing: 'In progress',
  queued: 'Waiting',
};

const nameIn = (names: Readonly<Record<string, string>>, value: string, other = value): string =>
  Object.hasOwn(names, value) ? (names[value] ?? other) : other;

/** Returns the outcome of a closed case in words: its name, or the words of the operator who closed it. */
export const caseOutcomeName = (outcome: string): string => nameIn(caseOutcomeNames, outcome);

/** Returns a field of a course in words; the field itself of one that only an earlier release could correct. */
export const correctableFieldName = (field: string): string => nameIn(correctableFieldNames, field);

const jobNames = {
  'accounts.come-of-age': 'Invite the learners who came of age',
  'cases.check-outages': 'Check whether servers of others respond',
  'cases.mail-operators': 'Mail to the operators',
  'cases.notify-approvers': 'Mail about approvals',
  'cases.summarise-day': 'Daily summary for the operators',
  'catalogue.check-links': 'Check of links to courses',
  'catalogue.import': 'Import of courses',
  'disputes.answer': 'Answer to a dispute',
  'disputes.poll': 'Look for disputes at the provider',
  'disputes.sync': 'Update of a dispute',
  'housekeeping.sample-queues': 'Figures of the queues',
  'housekeeping.sweep-files': 'Removal of files without an owner',
  'mail.deliver': 'Delivery of a mail',
  'mail.process-password-reset': 'Mail about a new password',
  'mail.send-waiting-invitations': 'Invitations of the waiting list',
  'meetings.notify': 'Mail about a meeting',
  'newsletter.ask': 'Confirmation of a newsletter',
  'newsletter.welcome': 'Welcome to the newsletter',
  'payments.poll': 'Look for the result of a payment',
  'payments.reconcile': 'Reconciliation with the provider',
  'payments.verify': 'Verification of a payment',
  'privacy.erase-person': 'Erasure of a person',
  'privacy.purge': 'Removal of expired data',
  'purchases.follow-up': 'Reminders about purchases',
  'refunds.poll': 'Look for the result of refunds',
  'refunds.retry': 'Bank details for a refund',
  'refunds.start': 'Start of a refund',
  'refunds.sync': 'Update of refunds',
  'refunds.transaction': 'Refund of a transaction at the provider',
  'requests.ask-for-prices': 'Questions about prices',
  'sponsorships.approve': 'Approval of a sponsorship',
};

/** Returns what a background job does, such as "Delivery of a mail"; its own name for one of an earlier release. */
export const jobName = (name: string): string => nameIn(jobNames, name);

/**
 * Returns a status of a charge, or a category of a dispute, as the provider reports it, in words: "Reversal pending". Another text
 * than lower-case words stays as it is.
 */
export function providerWord(value: string): string {
  if (!/^[a-z][a-z _-]*$/.test(value)) return value;
  const words = value.replaceAll(/[_-]/g, ' ');
  return nameIn(providerWords, value, upperFirst(words));
}

/** Kinds of cases in words. */
export const caseKindNames = {
  purchase: 'Purchase',
  refund: 'Refund',
  dispute: 'Dispute',
  payment_review: 'Payment review',
  request_review: 'Request review',
  report: 'Report',
  appeal: 'Appeal',
  reconciliation: 'Reconciliation',
  incident: 'Incident',
  suspension: 'Suspension',
} satisfies Record<CaseKind, string>;

/** Statuses of a case in words. */
export const caseStatusNames = {
  open: 'Open',
  claimed: 'Claimed',
  waiting: 'Waiting',
  closed: 'Closed',
} satisfies Record<(typeof caseStatuses)[number], string>;

/** Kinds of entries of the audit log. */
export const auditKindNames = [
  'cases',
  'purchases',
  'payments',
  'refunds',
  'disputes',
  'people',
  'requests',
  'courses',
  'ledger',
  'jobs',
  'operators',
] as const;

/** Each kind of {@link auditKindNames}: its name, and how its actions begin. */
export const auditKinds = {
  cases: { name: 'Cases', prefixes: ['case'] },
  purchases: { name: 'Purchases', prefixes: ['purchase', 'proof', 'platform_login'] },
  payments: { name: 'Payments', prefixes: ['payment', 'payments'] },
  refunds: { name: 'Refunds', prefixes: ['refund'] },
  disputes: { name: 'Disputes', prefixes: ['dispute'] },
  people: { name: 'People', prefixes: ['person', 'people'] },
  requests: { name: 'Requests and reports', prefixes: ['request', 'report'] },
  courses: { name: 'Courses', prefixes: ['course', 'catalogue'] },
  ledger: { name: 'Ledger', prefixes: ['ledger', 'reconciliation', 'transaction'] },
  jobs: { name: 'Jobs', prefixes: ['job'] },
  operators: { name: 'Operators', prefixes: ['operator'] },
} as const satisfies Record<(typeof auditKindNames)[number], { name: string; prefixes: readonly string[] }>;
