import type { EntityManager } from 'typeorm';
import type { CaseKind, CaseSubjectType } from '#contracts/cases/cases.ts';
import { dayMs, hourMs } from '#contracts/durations.ts';
import { row, type SqlClient } from '#services/platform/database/sql.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { recordAct } from './audit-log.ts';
import { mailOperatorsJob } from './cases.jobs.ts';

/** Identifies an open case. */
export interface CaseKey {
  kind: CaseKind;
  subject: { type: CaseSubjectType; id: string };
}

/** A case to open. */
export interface NewCase extends CaseKey {
  /** One line for the inbox; without e-mail addresses or secrets. */
  summary: string;
  /** By default a time of the kind ({@link dueWithinMs}) from now. */
  dueAt?: Date | null;
  /** Operator who opens it; by default the system. */
  actorId?: string | null;
  /** Operator who may not own it, because they asked for the decision that it is about. */
  excludedId?: string | null;
  /** Operator who approved that decision. */
  excludedApproverId?: string | null;
}

/**
 * Opens a case in the caller's transaction. Returns its id. While a case of this kind and subject is open, that one is
 * returned: a report or a failure of a job is counted, a report and another summary are added to its history, and the
 * earlier due time applies. Safe when called concurrently.
 */
export async function openCase(
  manager: EntityManager,
  { kind, subject, summary, dueAt = null, actorId = null, ...excluded }: NewCase,
): Promise<string> {
  const opened = await row<{ id: string; summary: string; isNew: boolean }>(
    manager,
    `INSERT INTO cases AS c (kind, subject_type, subject_id, summary, due_at, excluded_id, excluded_approver_id)
     VALUES ($1, $2, $3, $4, coalesce($5::timestamptz, now() + $6 * interval '1 millisecond'), $7, $8)
     ON CONFLICT (kind, subject_type, subject_id) WHERE status <> 'closed' DO UPDATE
       SET due_at = least(c.due_at, excluded.due_at), occurrences = c.occurrences + (c.kind IN ('report', 'incident'))::int
     RETURNING c.id, c.summary, c.xmax = 0 AS "isNew"`,
    [
      ...[kind, subject.type, subject.id, summary, dueAt, dueWithinMs[kind]],
      ...[excluded.excludedId ?? null, excluded.excludedApproverId ?? null],
    ],
  );
  if (!opened) throw new Error('The database returned no case');
  const act = opened.isNew ? 'opened' : kind === 'report' ? 'merged' : 'updated';
  if (opened.isNew || kind === 'report' || opened.summary !== summary)
    await recordAct(manager, { caseId: opened.id, actorId, act, detail: summary });
  if (opened.isNew && kind === 'incident')
    await enqueue(manager, mailOperatorsJob, { kind, mail: 'incident-opened', id: opened.id });
  return opened.id;
}

/**
 * Time within which a case is due when the caller names none, in milliseconds. Our own targets; a dispute has the
 * deadline of the provider (decisions section 10).
 */
const dueWithinMs: Record<CaseKind, number> = {
  purchase: 2 * dayMs,
  refund: dayMs,
  dispute: 16 * hourMs,
  payment_review: dayMs,
  request_review: dayMs,
  report: dayMs,
  appeal: 3 * dayMs,
  reconciliation: dayMs,
  incident: dayMs,
  suspension: dayMs,
};

/** Returns SQL for the time at which the open case about a subject is expected to end, or NULL; `id` is SQL for a text. */
export const expectedTimeSql = (kind: CaseKind, type: CaseSubjectType, id: string): string =>
  `expected_case_time('${kind}', '${type}', ${id})`;

/** Returns the time at which the open case of a kind and subject is expected to end; null when it is not known. */
export async function findExpectedTime(client: SqlClient, { kind, subject }: CaseKey): Promise<Date | null> {
  const text = 'SELECT expected_case_time($1, $2, $3) AS at';
  const expected = await row<{ at: Date | null }>(client, text, [kind, subject.type, subject.id]);
  return expected?.at ?? null;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Returns a sentence with the expected day, with a space before it; empty when it is not known. */
export const expectedDaySentence = (time: Date | null): string =>
  time ? ` We expect to have an answer by ${dayFormat.format(time)}.` : '';
