import { upperFirst } from '../upper-first.ts';
import { type CaseActName, describeAct } from './case-acts.ts';

/**
 * Every action of the audit log and its name. Acts on cases are `case.` with the name of the act, and have the words of the history.
 * Without an entry an action does not compile.
 */
export const auditActionNames = {
  'catalogue.import_requested': 'Import of courses requested',
  'course.corrected': 'Course corrected',
  'course.hidden': 'Course hidden',
  'course.released': 'Course follows its platform again',
  'course.shown': 'Course shown again',
  'dispute.accept': 'Dispute accepted, sent to the bank',
  'dispute.accept.requested': 'Acceptance of a dispute asked for',
  'dispute.accept_withdrawn': 'Acceptance of a dispute withdrawn',
  'dispute.accepted': 'Dispute accepted, the payer has the money back',
  'dispute.awaiting_bank': 'The bank decides the dispute',
  'dispute.awaiting_merchant': 'Dispute waits for our answer',
  'dispute.fight': 'Dispute answered with evidence',
  'dispute.lost': 'Dispute lost',
  'dispute.opened': 'Dispute opened',
  'dispute.resolved': 'Dispute resolved',
  'dispute.won': 'Dispute won',
  'job.discard': 'Job discarded',
  'job.retry': 'Job started again',
  'ledger.exported': 'Ledger exported',
  'operator.absent': 'Operator marked as absent',
  'operator.back': 'Operator marked as back',
  'operator.created': 'Operator added',
  'operator.ended': 'Access of an operator ended',
  'operator.mails_chosen': 'Mails of an operator chosen',
  'operator.password_changed': 'Password of an operator changed',
  'operator.recovery_codes_replaced': 'Recovery codes replaced',
  'operator.sessions_ended': 'Sessions of an operator ended',
  'operator.signed_in': 'Operator signed in',
  'payment.accepted': 'Payment accepted after a review',
  'payment.needs_review': 'Payment needs a review',
  'payment.reference_changed': 'Reference of a payment changed',
  'payment.refund_due': 'Payment too late, a refund is due',
  'payment.reversed': 'Payment given back',
  'payment.verified_again': 'Payment verified with the provider again',
  'payments.exported': 'List of payments exported',
  'people.shown': 'People shown by a search',
  'person.restore.requested': 'End of a suspension asked for',
  'person.restored': 'Suspension lifted',
  'person.sessions_ended': 'Sessions of a person ended',
  'person.suspend.requested': 'Suspension asked for',
  'person.suspended': 'Person suspended',
  'platform_login.revealed': 'Platform login shown',
  'proof.added': 'Proof of enrolment added',
  'purchase.bought': 'Course bought',
  'purchase.code_seen': 'Code seen by the learner',
  'purchase.difference_paid': 'Difference of a higher price paid',
  'purchase.enrolled': 'Learner enrolled',
  'purchase.failed': 'Purchase ended without a course',
  'purchase.handed_over': 'Course handed over',
  'purchase.not_received': 'Course did not arrive, says the learner',
  'purchase.overrun.requested': 'Higher price asked for',
  'purchase.overrun_approved': 'Higher price approved',
  'purchase.overrun_declined': 'Higher price declined',
  'purchase.payer_asked': 'Payer asked about a higher price',
  'purchase.proof_confirmed': 'Proof of enrolment confirmed',
  'purchase.proof_rejected': 'Proof of enrolment rejected',
  'purchase.question_withdrawn': 'Question to the payer withdrawn',
  'purchase.queued': 'Course to be bought again',
  'purchase.receipt_uploaded': 'Receipt of the platform uploaded',
  'reconciliation.requested': 'Reconciliation requested',
  'refund.approved': 'Refund approved',
  'refund.failed': 'Refund failed',
  'refund.needs_attention': 'Refund needs bank details of the payer',
  'refund.pending': 'Refund sent to the provider',
  'refund.processed': 'Refund paid out',
  'refund.processing': 'Refund on its way',
  'refund.reduced': 'Refund reduced',
  'refund.requested': 'Refund requested',
  'refund.withdrawn': 'Refund withdrawn',
  'report.dismiss.requested': 'Dismissal of a report asked for',
  'report.resume.requested': 'Resuming of payments asked for',
  'request.show.requested': 'Showing of a request asked for',
  'transaction.not_ours': 'Transaction is not ours',
  'transaction.refund': 'Refund of a transaction at the provider approved',
  'transaction.refund.requested': 'Refund of a transaction at the provider asked for',
} as const;

/** An action of the audit log. */
export type AuditAction = keyof typeof auditActionNames | `case.${CaseActName}`;

/** Returns the name of an action of the audit log: "Person suspended", "Case: refund approved"; its words where an earlier release stored it. */
export function actionName(action: string): string {
  if (Object.hasOwn(auditActionNames, action))
    return auditActionNames[action as keyof typeof auditActionNames];
  const act = action.startsWith('case.') ? `case: ${describeAct(action.slice('case.'.length))}` : action;
  return upperFirst(act.replaceAll(/[_.-]/g, ' ').toLowerCase());
}
