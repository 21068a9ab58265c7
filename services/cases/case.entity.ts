import { EntitySchema } from 'typeorm';
import {
  type CaseKind,
  type CaseStatus,
  type CaseSubjectType,
  caseKinds,
  caseStatuses,
  caseSubjectTypes,
  type WaitingParty,
  waitingParties,
} from '#contracts/cases/cases.ts';
import {
  createdAt,
  id,
  moment,
  oneOf,
  optionalText,
  reference,
  text,
} from '#services/platform/database/columns.ts';

/** One piece of work for operators. There is at most one open case for each kind and subject. */
export interface Case {
  id: string;
  kind: CaseKind;
  subjectType: CaseSubjectType;
  /** Id of the subject's row; for `reconciliation` a text that names the difference, for `job` the name and the key of its error. */
  subjectId: string;
  /** One line for the inbox. */
  summary: string;
  status: CaseStatus;
  ownerId: string | null;
  claimedAt: Date | null;
  waitingOn: WaitingParty | null;
  waitingUntil: Date | null;
  dueAt: Date;
  /** How often the case was opened while it was open: merged reports and failures of jobs count here. */
  occurrences: number;
  /** Operator who may not claim it: whose decision an appeal is about. */
  excludedId: string | null;
  outcome: string | null;
  closedReason: string | null;
  closedAt: Date | null;
  createdAt: Date;
}

export const CaseEntity = new EntitySchema<Case>({
  name: 'Case',
  tableName: 'cases',
  columns: {
    id,
    kind: text,
    subjectType: text,
    subjectId: text,
    summary: text,
    status: { ...text, default: 'open' },
    ownerId: reference('User', { nullable: true }),
    claimedAt: moment,
    waitingOn: optionalText,
    waitingUntil: moment,
    dueAt: { type: 'timestamptz' },
    occurrences: { type: 'integer', default: 1 },
    excludedId: reference('User', { nullable: true }),
    outcome: optionalText,
    closedReason: optionalText,
    closedAt: moment,
    createdAt,
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
  ],
  checks: [
    { name: 'cases_kind_known', expression: oneOf('kind', caseKinds) },
    { name: 'cases_status_known', expression: oneOf('status', caseStatuses) },
    { name: 'cases_subject_known', expression: oneOf('subject_type', caseSubjectTypes) },
    { name: 'cases_waiting_on_known', expression: oneOf('waiting_on', waitingParties) },
    {
      name: 'cases_waiting',
      expression: `(status = 'waiting') = (waiting_on IS NOT NULL) AND (waiting_on IS NULL) = (waiting_until IS NULL)`,
    },
    {
      name: 'cases_owned',
      expression: `CASE status WHEN 'open' THEN owner_id IS NULL WHEN 'closed' THEN true ELSE owner_id IS NOT NULL END`,
    },
    {
      name: 'cases_closed_with_outcome',
      expression: `(status = 'closed') = (outcome IS NOT NULL) AND (outcome IS NULL) = (closed_at IS NULL) AND (outcome IS NULL) = (closed_reason IS NULL)`,
    },
  ],
});
