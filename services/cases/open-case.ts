import type { EntityManager } from 'typeorm';
import type { CaseKind, CaseSubjectType } from '#contracts/cases/cases.ts';
import { row } from '#services/platform/database/sql.ts';
import { dueWithinMs } from './case-due.ts';
import { recordAct } from './record-act.ts';

/** What identifies an open case. */
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
  /** Operator who may not claim it, because the case is about their decision. */
  excludedId?: string | null;
}

/**
 * Opens a case in the caller's transaction. Returns its id. While a case of this kind and subject is open, that one is
 * returned: a report or a failure of a job is counted, a report and another summary are added to its history, and the
 * earlier due time applies. Safe when called concurrently.
 */
export async function openCase(manager: EntityManager, wanted: NewCase): Promise<string> {
  const { kind, subject, summary, dueAt = null, actorId = null, excludedId = null } = wanted;
  const found = await row<{ id: string; summary: string; isNew: boolean }>(
    manager,
    `INSERT INTO cases AS c (kind, subject_type, subject_id, summary, due_at, excluded_id)
     VALUES ($1, $2, $3, $4, coalesce($5::timestamptz, now() + $6 * interval '1 millisecond'), $7)
     ON CONFLICT (kind, subject_type, subject_id) WHERE status <> 'closed' DO UPDATE
       SET due_at = least(c.due_at, excluded.due_at), occurrences = c.occurrences + (c.kind IN ('report', 'job_failure'))::int
     RETURNING c.id, c.summary, c.xmax = 0 AS "isNew"`,
    [kind, subject.type, subject.id, summary, dueAt, dueWithinMs[kind], excludedId],
  );
  if (!found) throw new Error('The database returned no case');
  const act = found.isNew ? 'opened' : kind === 'report' ? 'merged' : 'updated';
  if (found.isNew || kind === 'report' || found.summary !== summary)
    await recordAct(manager, { caseId: found.id, actorId, act, detail: summary });
  return found.id;
}
