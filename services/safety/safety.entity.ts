import { type ReportReason, reportReasons } from '#contracts/safety/report-reasons.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';

/** A report of one person. Reports on one subject share a case; no page shows who made them. */
export const ReportEntity = defineEntity({
  name: 'Report',
  tableName: 'reports',
  columns: {
    id: column.id,
    caseId: column.internal(column.reference('Case')),
    /** Null for a visitor. */
    reporterId: column.emptied(column.reference('User', { nullable: true, onDelete: 'SET NULL' })),
    /** Where the outcome is mailed to; null when the reporter left no address. */
    email: column.emptied(column.optionalText),
    reason: column.oneOf(Object.keys(reportReasons) as ReportReason[]),
    details: column.emptied(column.optionalText),
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'reports_case', columns: ['caseId'] },
    { name: 'reports_reporter', columns: ['reporterId', 'createdAt'] },
    { name: 'reports_email', columns: ['email'] },
  ],
});

/** A decision of an operator about whether a request may be shown; the latest one counts. */
export type RequestDecision = RowOf<typeof RequestDecisionEntity>;

export const RequestDecisionEntity = defineEntity({
  name: 'RequestDecision',
  tableName: 'request_decisions',
  columns: {
    id: column.id,
    requestId: column.reference('HelpRequest', { onDelete: 'CASCADE' }),
    decision: column.oneOf(['approved', 'rejected'], { checkName: 'request_decisions_known' }),
    /** Mailed to the learner. */
    reason: column.text,
    decidedById: column.ofOthers(column.reference('User', { nullable: true })),
    createdAt: { ...column.createdAt, default: () => 'clock_timestamp()' },
  },
  indices: [
    { name: 'request_decisions_request', columns: ['requestId', 'createdAt'] },
    { name: 'request_decisions_decided_by', columns: ['decidedById'], where: 'decided_by_id IS NOT NULL' },
  ],
});

/** A suspension of a learner or sponsor; a person has at most one that is not lifted. */
export type Suspension = RowOf<typeof SuspensionEntity>;

export const SuspensionEntity = defineEntity({
  name: 'Suspension',
  tableName: 'suspensions',
  columns: {
    id: column.id,
    userId: column.reference('User', { onDelete: 'CASCADE' }),
    /** Mailed to the person. */
    reason: column.text,
    suspendedById: column.ofOthers(column.reference('User')),
    /** The second operator under the four-eyes rule. */
    approvedById: column.ofOthers(column.reference('User', { nullable: true })),
    createdAt: column.createdAt,
    liftedAt: column.moment,
    liftedById: column.ofOthers(column.reference('User', { nullable: true })),
  },
  indices: [
    { name: 'suspensions_one_active', columns: ['userId'], unique: true, where: 'lifted_at IS NULL' },
    { name: 'suspensions_user', columns: ['userId'] },
    { name: 'suspensions_suspended_by', columns: ['suspendedById'] },
    { name: 'suspensions_approved_by', columns: ['approvedById'], where: 'approved_by_id IS NOT NULL' },
    { name: 'suspensions_lifted_by', columns: ['liftedById'], where: 'lifted_by_id IS NOT NULL' },
  ],
});

/** An appeal against the rejection of a request or against a suspension; each can be appealed once. */
export type Appeal = RowOf<typeof AppealEntity>;

export const AppealEntity = defineEntity({
  name: 'Appeal',
  tableName: 'appeals',
  columns: {
    id: column.id,
    requestDecisionId: column.reference('RequestDecision', { nullable: true, onDelete: 'CASCADE' }),
    suspensionId: column.reference('Suspension', { nullable: true, onDelete: 'CASCADE' }),
    text: column.text,
    outcome: column.optional(column.oneOf(['granted', 'denied'])),
    /** Mailed to the person who appealed. */
    answer: column.optionalText,
    answeredById: column.ofOthers(column.reference('User', { nullable: true })),
    answeredAt: column.moment,
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'appeals_request_decision', columns: ['requestDecisionId'], unique: true },
    { name: 'appeals_suspension', columns: ['suspensionId'], unique: true },
    { name: 'appeals_answered_by', columns: ['answeredById'], where: 'answered_by_id IS NOT NULL' },
  ],
  checks: [
    { name: 'appeals_one_subject', expression: 'num_nonnulls(request_decision_id, suspension_id) = 1' },
    {
      name: 'appeals_answered',
      expression: '(outcome IS NULL) = (answer IS NULL) AND (outcome IS NULL) = (answered_at IS NULL)',
    },
  ],
});
