import type { CaseKind, caseStatuses } from '../cases/cases.ts';
import type { PaymentStatus } from '../payments/payment-status.ts';
import type { RequestStatus } from '../requests/request-status.ts';

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
  document: 'Document',
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
  ledger: { name: 'Ledger', prefixes: ['ledger', 'reconciliation'] },
  jobs: { name: 'Jobs', prefixes: ['job'] },
  operators: { name: 'Operators', prefixes: ['operator'] },
} as const satisfies Record<(typeof auditKindNames)[number], { name: string; prefixes: readonly string[] }>;

// Actions whose words in their own order would not be a sentence.
const actionNames: Readonly<Record<string, string>> = {
  'case.login_revealed': 'Platform login shown',
  'case.noted': 'Note added to a case',
  'case.repeated': 'Duplicate of a case closed',
  'case.waiting': 'Case waits',
  'catalogue.import_requested': 'Import of courses requested',
  'course.released': 'Course follows its platform again',
  'report.resume.requested': 'Resuming of payments asked for',
  'report.dismiss.requested': 'Dismissal of a report asked for',
  'request.show.requested': 'Showing of a request asked for',
  'dispute.accept': 'Dispute accepted, sent to the bank',
  'dispute.accept.requested': 'Acceptance of a dispute asked for',
  'dispute.accept_withdrawn': 'Acceptance of a dispute withdrawn',
  'dispute.awaiting_bank': 'The bank decides the dispute',
  'dispute.awaiting_merchant': 'Dispute waits for our answer',
  'dispute.fight': 'Dispute answered with evidence',
  'job.discard': 'Job discarded',
  'job.retry': 'Job started again',
  'operator.absent': 'Operator marked as absent',
  'operator.back': 'Operator marked as back',
  'operator.ended': 'Access of an operator ended',
  'operator.recovery_codes_replaced': 'Recovery codes replaced',
  'operator.sessions_ended': 'Sessions of an operator ended',
  'payment.refund_due': 'Payment too late, a refund is due',
  'payment.needs_review': 'Payment needs a review',
  'payment.reversed': 'Payment given back',
  'payment.verified_again': 'Payment verified with the provider again',
  'payments.exported': 'List of payments exported',
  'people.shown': 'People shown by a search',
  'person.restore.requested': 'End of a suspension asked for',
  'person.restored': 'Suspension lifted',
  'person.sessions_ended': 'Sessions of a person ended',
  'person.suspend.requested': 'Suspension asked for',
  'platform_login.revealed': 'Platform login shown',
  'proof.added': 'Proof of enrolment added',
  'purchase.code_seen': 'Code seen by the learner',
  'purchase.difference_paid': 'Difference of a higher price paid',
  'purchase.enrolled': 'Learner enrolled',
  'purchase.failed': 'Purchase ended without a course',
  'purchase.handed_over': 'Course handed over',
  'purchase.bought': 'Course bought',
  'purchase.not_received': 'Course did not arrive, says the learner',
  'purchase.overrun.requested': 'Higher price asked for',
  'purchase.overrun_approved': 'Higher price approved',
  'purchase.overrun_declined': 'Higher price declined',
  'purchase.payer_asked': 'Payer asked about a higher price',
  'purchase.question_withdrawn': 'Question to the payer withdrawn',
  'purchase.proof_confirmed': 'Proof of enrolment confirmed',
  'purchase.proof_rejected': 'Proof of enrolment rejected',
  'purchase.queued': 'Course to be bought again',
  'purchase.receipt_uploaded': 'Receipt of the platform uploaded',
  'refund.needs_attention': 'Refund needs bank details of the payer',
  'refund.processing': 'Refund on its way',
  'refund.processed': 'Refund paid out',
};

/**
 * Returns the name of an action of the audit log, such as "Person suspended" for `person.suspended`. An action on a case
 * that is a form of its page keeps its words: "Case: approve refund".
 */
export function actionName(action: string): string {
  const known = actionNames[action];
  if (known) return known;
  const [subject = '', ...rest] = action.split('.');
  const words = (text: string) => text.replaceAll(/[_.-]/g, ' ');
  const isForm = subject === 'case' && !/ed$/.test(action);
  const name = words(subject);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}${isForm ? ':' : ''} ${words(rest.join('.'))}`.trim();
}
