import type { EntityManager } from 'typeorm';
import { lockRow, row } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { type Case, CaseEntity } from './case.entity.ts';

/**
 * Returns a case that is not closed, with its row lock.
 * @throws HttpError 404 for an unknown case, 409 for a closed one.
 */
export async function lockOpenCase(manager: EntityManager, caseId: string): Promise<Case> {
  const found = await lockRow(manager, CaseEntity, { id: caseId });
  if (!found) throw notFound('There is no such case.');
  if (found.status === 'closed') throw conflict(`This case is closed: ${found.closedReason}`);
  return found;
}

/**
 * Returns a case that this operator has claimed, with its row lock. Every action on a case starts with it.
 * @throws HttpError 404 for an unknown case, 409 for a closed one or one that this operator has not claimed.
 */
export async function lockOwnCase(manager: EntityManager, caseId: string, operatorId: string): Promise<Case> {
  const found = await lockOpenCase(manager, caseId);
  if (found.ownerId === operatorId) return found;
  if (!found.ownerId) throw conflict('Claim this case before you act on it.');
  throw conflict(`${await nameOf(manager, found.ownerId)} is working on this case.`);
}

/** Returns the full name of an operator, for messages to other operators. */
export async function nameOf(manager: EntityManager, operatorId: string): Promise<string> {
  const found = await row<{ name: string }>(manager, 'SELECT full_name AS name FROM users WHERE id = $1', [
    operatorId,
  ]);
  return found?.name ?? 'Another operator';
}
