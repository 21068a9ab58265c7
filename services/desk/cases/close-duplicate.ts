import type { EntityManager } from 'typeorm';
import { caseNumber } from '#contracts/cases/cases.ts';
import { recordAct } from '#services/cases/audit-log.ts';
import { claimCase } from '#services/cases/case-ownership.ts';
import { type Case, CaseEntity } from '#services/cases/cases.entity.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { hasRow, lockRow } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { approvalsSql } from '../approvals/approvals-sql.ts';
import { findOperators } from '../approvals/find-approvals.ts';
import { findCloseObstacle } from './end-obstacle.ts';
import { lockSubject } from './find-subject.ts';

const outcome = 'duplicate';

interface Duplicate {
  caseId: string;
  operatorId: string;
  /** The case that it repeats. */
  original: string | undefined;
  /** Empty only with `original`. */
  reason: string;
}

/**
 * Closes a case as a duplicate, and claims it before if it has no owner. It needs to be closed by hand, and nothing in it may wait for
 * approval, because closing would withdraw that. A case that was closed in the same way stays as it is.
 * @throws HttpError 404 for an unknown case; 409 as {@link claimCase}, for a case that may not be closed, and where the other case is
 * a duplicate itself.
 */
export async function closeDuplicate(
  manager: EntityManager,
  { caseId, operatorId, original, reason }: Duplicate,
): Promise<void> {
  if (original === caseId) throw conflict('A case does not repeat itself.');
  await lockSubject(manager, caseId);
  // In one order, and both: of two cases that are closed as duplicates of each other at once, one stays open.
  const locked = new Map<string, Case | undefined>();
  for (const id of [caseId, ...(original ? [original] : [])].toSorted())
    locked.set(id, await lockRow(manager, CaseEntity, { id }));
  const duplicate = locked.get(caseId);
  if (!duplicate) throw notFound('There is no such case.');
  const closedReason = [original && `Repeats case ${caseNumber(original)}.`, reason]
    .filter(Boolean)
    .join(' ');
  if (duplicate.outcome === outcome && duplicate.closedReason === closedReason) return;
  if (original && locked.get(original)?.outcome === outcome)
    throw conflict('The case that it repeats was closed as a duplicate itself.');

  const operators = await findOperators(manager);
  await claimCase(manager, { caseId, operatorId, operators });
  const obstacle = await findCloseObstacle(manager, duplicate);
  if (obstacle) throw conflict(obstacle);
  if (await hasRow(manager, `SELECT 1 FROM (${approvalsSql}) w WHERE w."caseId" = $1`, [caseId]))
    throw conflict('Something in this case waits for approval. Decide that first.');
  await closeCase(manager, { id: caseId }, { outcome, reason: closedReason, actorId: operatorId });
  if (!original) return;
  const detail = `Case ${caseNumber(caseId)}: ${duplicate.summary}`;
  await recordAct(manager, { caseId: original, actorId: operatorId, act: 'repeated', detail });
}
