/** Returns the number of a case as people read and search it: the beginning of its id. */
export const caseNumber = (id: string): string => id.slice(0, 8);

/** Kinds of work for operators (decisions section 11). */
export const caseKinds = [
  'purchase',
  'refund',
  'dispute',
  'payment_review',
  'request_review',
  'report',
  'appeal',
  'reconciliation',
  'incident',
  'suspension',
] as const;
export type CaseKind = (typeof caseKinds)[number];

/** Kinds whose outcome a reporter, learner or sponsor learns, so that only their own actions close them. */
export const kindsWithDecision: readonly CaseKind[] = ['report', 'request_review', 'appeal', 'suspension'];

/** Acts that wait for the approval of another operator (decision 133). */
export const approvalKinds = [
  'refund',
  'higher_price',
  'suspend',
  'restore',
  'accept_dispute',
  'resume_payments',
  'show_request',
  'dismiss_report',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** Statuses of a case. `waiting`: another person or a bank has to act first, and it may have an owner; `closed` has an outcome. */
export const caseStatuses = ['open', 'claimed', 'waiting', 'closed'] as const;

/** Types of the subject of a case; with its id a type identifies the subject. */
export const caseSubjectTypes = [
  'request',
  'payment',
  'incident',
  'purchase',
  'refund',
  'dispute',
  'user',
  'course',
  'meeting',
  'case',
  'reconciliation',
  'job',
  'thank_you',
  'service',
] as const;
export type CaseSubjectType = (typeof caseSubjectTypes)[number];

/** Servers outside of the installation that jobs and payments need. */
export const outsideServices = ['provider', 'mail'] as const;
export type OutsideService = (typeof outsideServices)[number];

/** Who a waiting case waits for; `operator` only in cases of earlier releases. */
export const waitingParties = ['learner', 'sponsor', 'provider', 'bank', 'operator', 'reporter'] as const;
export type WaitingParty = (typeof waitingParties)[number];

/** What a case waits for that the product set to waiting by itself. */
export const waitingMatters = ['bank_details', 'price', 'redeem', 'refund', 'dispute'] as const;
export type WaitingMatter = (typeof waitingMatters)[number];
