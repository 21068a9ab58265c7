import type { EntityManager } from 'typeorm';
import { assignCase, lockOwnCase } from '#services/cases/case-ownership.ts';
import { CaseEntity } from '#services/cases/cases.entity.ts';
import { notFound } from '#services/platform/errors.ts';
import { findOperators } from '../approvals/find-approvals.ts';
import { lockPresentOperator } from '../operators/absences.ts';

interface Assignment {
  caseId: string;
  operatorId: string;
  to: string;
  reason: string;
  /** Whether the case must belong to the operator who assigns it. */
  isOwn?: boolean;
}

/**
 * Assigns a case to an operator who is present. Returns the name of the new owner.
 * @throws HttpError 404 or 409 as {@link assignCase} and {@link lockOwnCase}, 409 for an operator who is absent or has left.
 */
export async function assignTo(
  manager: EntityManager,
  { caseId, operatorId, to, reason, isOwn = false }: Assignment,
): Promise<string> {
  // Without its lock: an absence locks the operator before the cases.
  if (!(await manager.existsBy(CaseEntity, { id: caseId }))) throw notFound('There is no such case.');
  const { name } = await lockPresentOperator(manager, to);
  if (isOwn) await lockOwnCase(manager, caseId, operatorId);
  const operators = await findOperators(manager);
  await assignCase(manager, { caseId, operatorId, operators, to, reason });
  return name;
}
