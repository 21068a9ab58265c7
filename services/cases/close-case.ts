import type { EntityManager } from 'typeorm';
import { type CaseOutcome, caseOutcomeName } from '#contracts/desk/desk-words.ts';
import { hasRow, lockRow, row, type SqlClient, updateReturning } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { withdrawPendingActs } from './approval.ts';
import { recordAct } from './audit-log.ts';
import { type OwnerAction, rejectExcluded } from './case-ownership.ts';
import { type Case, CaseEntity } from './cases.entity.ts';
import type { CaseKey } from './open-case.ts';

/** How a case ended. */
export interface CaseEnding {
  /** Or the own words of the operator who closes it by hand. */
  outcome: CaseOutcome | { words: string };
  reason: string;
  /** Operator who closes it; by default the system. */
  actorId?: string | null;
}

/**
 * Closes a case, by its id or by kind and subject, and withdraws what waits for approval in it. Returns its id; undefined when it is
 * not open, because two events may end the same work.
 */
export async function closeCase(
  manager: EntityManager,
  target: CaseKey | { id: string },
  { outcome, reason, actorId = null }: CaseEnding,
): Promise<string | undefined> {
  const stored = typeof outcome === 'string' ? outcome : outcome.words;
  // Two statements: one with OR over its parameters would read all cases.
  const [condition, values] =
    'id' in target
      ? ['id = $3', [target.id]]
      : [
          'kind = $3 AND subject_type = $4 AND subject_id = $5',
          [target.kind, target.subject.type, target.subject.id],
        ];
  const closed = await row<{ id: string }>(
    manager,
    `UPDATE cases SET status = 'closed', outcome = $1, closed_reason = $2, closed_at = now(),
       waiting_on = NULL, waiting_for = NULL, waiting_until = NULL
     WHERE status <> 'closed' AND ${condition} RETURNING id`,
    [stored, reason, ...values],
  );
  if (!closed) return undefined;
  await withdrawPendingActs(manager, closed.id);
  await recordAct(manager, {
    caseId: closed.id,
    actorId,
    act: 'closed',
    detail: `${caseOutcomeName(stored)}: ${reason}`,
  });
  return closed.id;
}

/**
 * Undoes {@link closeCase} for the operator, who becomes the owner.
 * @throws HttpError 404 for an unknown case; 409 when it is not closed, another one about the same subject is open, or it is
 * an appeal that this operator may not own (`isExcluded`).
 */
export async function reopenCase(
  manager: EntityManager,
  { caseId, operatorId, operators = [], reason }: OwnerAction & { reason: string },
): Promise<void> {
  const closed = await lockRow(manager, CaseEntity, { id: caseId });
  if (!closed) throw notFound('There is no such case.');
  rejectExcluded(closed, operatorId, operators);
  const obstacle = await findReopenObstacle(manager, closed);
  if (obstacle) throw conflict(obstacle);
  const [reopened] = await updateReturning(manager, CaseEntity, {
    change: `status = 'claimed', owner_id = $2, claimed_at = now(), outcome = NULL, closed_reason = NULL, closed_at = NULL`,
    condition: `r.id = $1 AND r.status = 'closed' AND NOT EXISTS (
      SELECT 1 FROM cases o WHERE o.kind = r.kind AND o.subject_type = r.subject_type
        AND o.subject_id = r.subject_id AND o.status <> 'closed')`,
    values: [caseId, operatorId],
  });
  if (!reopened) throw conflict(isOpenText);
  await recordAct(manager, { caseId, actorId: operatorId, act: 'reopened', detail: reason });
}

const isOpenText = 'This case is open, or a newer one about the same subject is.';

/** Returns why no operator can open a case again; undefined when one can. */
export async function findReopenObstacle(
  client: SqlClient,
  { kind, subjectType, subjectId }: Case,
): Promise<string | undefined> {
  if (kind === 'suspension') return 'Ask for it once more on the page of this person.';
  if (kind === 'appeal') return 'An appeal is answered once, and the answer is mailed.';
  const isOpen = await hasRow(
    client,
    `SELECT 1 FROM cases WHERE kind = $1 AND subject_type = $2 AND subject_id = $3 AND status <> 'closed'`,
    [kind, subjectType, subjectId],
  );
  return isOpen ? isOpenText : undefined;
}
