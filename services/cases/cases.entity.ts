import {
  caseKinds,
  caseStatuses,
  caseSubjectTypes,
  waitingMatters,
  waitingParties,
} from '#contracts/cases/cases.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';

/** One piece of work for operators. There is at most one open case for each kind and subject. */
export type Case = RowOf<typeof CaseEntity>;

export const CaseEntity = defineEntity({
  name: 'Case',
  tableName: 'cases',
  columns: {
    id: column.id,
    kind: column.oneOf(caseKinds),
    subjectType: column.oneOf(caseSubjectTypes, { checkName: 'cases_subject_known' }),
    /** Id of the subject's row; for `reconciliation` a text that names the difference, for `job` the name and the key of its error. */
    subjectId: column.text,
    /** One line for the inbox. */
    summary: column.text,
    status: column.oneOf(caseStatuses, { default: 'open' }),
    ownerId: column.reference('User', { nullable: true }),
    claimedAt: column.moment,
    waitingOn: column.optional(column.oneOf(waitingParties)),
    /** Null where an operator chose to wait. Read while the case waits only. */
    waitingFor: column.optional(column.oneOf(waitingMatters)),
    waitingUntil: column.moment,
    /** When operators have to act next. */
    dueAt: column.time,
    /** How often the case was opened while it was open: merged reports and failures of jobs count here. */
    occurrences: { ...column.integer, default: 1 },
    /** Operator who may not own it: who asked for the decision that an appeal is about. */
    excludedId: column.reference('User', { nullable: true }),
    /** Operator who approved that decision, and may own it as a lead when no other operator is left. */
    excludedApproverId: column.reference('User', { nullable: true }),
    outcome: column.optionalText,
    closedReason: column.optionalText,
    closedAt: column.moment,
    createdAt: column.createdAt,
  },
  indices: [
    {
      name: 'cases_one_open_per_subject',
      columns: ['kind', 'subjectType', 'subjectId'],
      unique: true,
      where: `status <> 'closed'`,
    },
    { name: 'cases_due', columns: ['dueAt', 'id'], where: `status <> 'closed'` },
    { name: 'cases_subject', columns: ['subjectType', 'subjectId'] },
    { name: 'cases_closed', columns: ['kind', 'closedAt'] },
    { name: 'cases_owner', columns: ['ownerId'], where: 'owner_id IS NOT NULL' },
    { name: 'cases_excluded', columns: ['excludedId'], where: 'excluded_id IS NOT NULL' },
    {
      name: 'cases_excluded_approver',
      columns: ['excludedApproverId'],
      where: 'excluded_approver_id IS NOT NULL',
    },
  ],
  checks: [
    {
      name: 'cases_waiting',
      expression: `(status = 'waiting') = (waiting_on IS NOT NULL) AND (waiting_on IS NULL) = (waiting_until IS NULL)`,
    },
    {
      name: 'cases_owned',
      expression: `CASE status WHEN 'open' THEN owner_id IS NULL WHEN 'claimed' THEN owner_id IS NOT NULL ELSE true END`,
    },
    {
      name: 'cases_closed_with_outcome',
      expression: `(status = 'closed') = (outcome IS NOT NULL) AND (outcome IS NULL) = (closed_at IS NULL) AND (outcome IS NULL) = (closed_reason IS NULL)`,
    },
  ],
});

/** One act in the history of a case. Acts are only inserted; a trigger rejects changes. */
export const CaseActEntity = defineEntity({
  name: 'CaseAct',
  tableName: 'case_acts',
  columns: {
    id: column.id,
    caseId: column.reference('Case'),
    /** Null for an act of the system. */
    actorId: column.reference('User', { nullable: true }),
    /** The action, in the past tense, such as `claimed`. */
    act: column.text,
    /** Why, or what changed; may be empty. */
    detail: column.text,
    createdAt: { ...column.createdAt, default: () => 'clock_timestamp()' },
  },
  indices: [
    { name: 'case_acts_case', columns: ['caseId', 'createdAt'] },
    { name: 'case_acts_actor', columns: ['actorId'], where: 'actor_id IS NOT NULL' },
  ],
});

/** Entry of the audit log: an action of an operator or of the system. Entries are only inserted; a trigger rejects changes. */
export const AuditEntryEntity = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  columns: {
    id: column.id,
    /** Null for an action of the system. */
    actorId: column.reference('User', { nullable: true }),
    action: column.text,
    subject: column.text,
    reason: column.text,
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'audit_entries_subject', columns: ['subject', 'createdAt'] },
    { name: 'audit_entries_created', columns: ['createdAt', 'id'] },
    // Before these columns it has the kind: split_part(action, '.', 1).
    { name: 'audit_entries_kind', columns: ['createdAt', 'id'] },
    { name: 'audit_entries_actor', columns: ['actorId'], where: 'actor_id IS NOT NULL' },
  ],
});

/** An act that waits for another operator in the case that it belongs to. A refund waits in its own row. */
export type PendingApproval = RowOf<typeof PendingApprovalEntity>;

export const PendingApprovalEntity = defineEntity({
  name: 'PendingApproval',
  tableName: 'pending_approvals',
  columns: {
    id: column.id,
    action: column.text,
    /** Such as `user:<id>`. */
    subject: column.text,
    reason: column.text,
    requestedById: column.reference('User'),
    /** Null in rows of the previous release. */
    caseId: column.reference('Case', { nullable: true }),
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'pending_approvals_case', columns: ['caseId'] },
    { name: 'pending_approvals_act', columns: ['action', 'subject'], unique: true },
    { name: 'pending_approvals_requested_by', columns: ['requestedById'] },
  ],
});
