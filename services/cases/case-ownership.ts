import type { EntityManager } from 'typeorm';
import { lockRow, row, rows, type SqlClient } from '#services/platform/database/sql.ts';
import { conflict, invalidField, notFound } from '#services/platform/errors.ts';
import type { Approver } from './approval.ts';
import { recordAct } from './audit-log.ts';
import { type Case, CaseEntity } from './cases.entity.ts';

/**
 * Returns a case that is not closed, with its row lock.
 * @throws HttpError 404 for an unknown case, 409 for a closed one.
 */
export async function lockOpenCase(manager: EntityManager, caseId: string): Promise<Case> {
  const openCase = await lockRow(manager, CaseEntity, { id: caseId });
  if (!openCase) throw notFound('There is no such case.');
  if (openCase.status === 'closed') throw conflict(`This case is closed: ${openCase.closedReason}`);
  return openCase;
}

/**
 * Returns a case that this operator has claimed, with its row lock. Every action on a case starts with it.
 * @throws HttpError 404 for an unknown case, 409 for a closed one or one that this operator has not claimed.
 */
export async function lockOwnCase(manager: EntityManager, caseId: string, operatorId: string): Promise<Case> {
  const openCase = await lockOpenCase(manager, caseId);
  if (openCase.ownerId === operatorId) return openCase;
  if (!openCase.ownerId) throw conflict('Claim this case before you act on it.');
  throw conflict(`${await nameOf(manager, openCase.ownerId)} is working on this case.`);
}

/** Returns the full name of an operator, for messages to other operators. */
export async function nameOf(manager: EntityManager, operatorId: string): Promise<string> {
  const text = 'SELECT full_name AS name FROM users WHERE id = $1';
  const operator = await row<{ name: string }>(manager, text, [operatorId]);
  return operator?.name ?? 'Another operator';
}

/** An operator and a case to act on. */
export interface CaseAction {
  caseId: string;
  operatorId: string;
}

/** An act that makes an operator the owner of a case. */
export interface OwnerAction extends CaseAction {
  /** All operators who can sign in. Without them no lead is excepted from {@link isExcluded}. */
  operators?: readonly Approver[] | undefined;
}

/**
 * Makes an operator the owner of a case. A waiting case still waits, and claiming a case again changes nothing.
 * @throws HttpError 404 for an unknown case; 409 for a closed one, one that another operator owns, or an appeal that this
 * operator may not own ({@link isExcluded}).
 */
export async function claimCase(
  manager: EntityManager,
  { caseId, operatorId, operators = [] }: OwnerAction,
): Promise<void> {
  const openCase = await lockOpenCase(manager, caseId);
  const { ownerId } = openCase;
  if (ownerId === operatorId) return;
  if (ownerId) throw conflict(`${await nameOf(manager, ownerId)} has already claimed this case.`);
  rejectExcluded(openCase, operatorId, operators);
  await setOwner(manager, openCase, operatorId);
  await recordAct(manager, { caseId, actorId: operatorId, act: 'claimed' });
}

async function setOwner(manager: EntityManager, { id, status }: Case, ownerId: string): Promise<void> {
  const owned = { status: status === 'waiting' ? 'waiting' : 'claimed', ownerId } as const;
  await manager.update(CaseEntity, id, { ...owned, claimedAt: () => 'now()' });
}

type Exclusion = Pick<Case, 'excludedId' | 'excludedApproverId'>;

/**
 * Returns whether an operator may not own a case, because it is an appeal against a decision that they asked for or approved. A
 * lead who approved it may when no operator is left but the one who asked (decisions section 11). Pure.
 */
export function isExcluded(
  { excludedId, excludedApproverId }: Exclusion,
  operatorId: string,
  operators: readonly Approver[],
): boolean {
  if (excludedId === operatorId) return true;
  if (excludedApproverId !== operatorId) return false;
  const isLead = operators.some(({ id, isLead }) => id === operatorId && isLead);
  return !isLead || operators.some(({ id }) => id !== operatorId && id !== excludedId);
}

/** Returns the ids of the open cases that an operator may not own ({@link isExcluded}). */
export async function findExcludedCases(
  client: SqlClient,
  operatorId: string,
  operators: readonly Approver[],
): Promise<string[]> {
  const about = await rows<Exclusion & { id: string }>(
    client,
    `SELECT id, excluded_id AS "excludedId", excluded_approver_id AS "excludedApproverId" FROM cases
     WHERE status <> 'closed' AND (excluded_id = $1 OR excluded_approver_id = $1)`,
    [operatorId],
  );
  return about.filter((exclusion) => isExcluded(exclusion, operatorId, operators)).map(({ id }) => id);
}

/** @throws HttpError 409 for an operator who may not own the case ({@link isExcluded}). */
export function rejectExcluded(
  exclusion: Exclusion,
  operatorId: string,
  operators: readonly Approver[],
): void {
  if (!isExcluded(exclusion, operatorId, operators)) return;
  const isNoneLeft =
    operators.length > 0 && operators.every(({ id }) => isExcluded(exclusion, id, operators));
  throw conflict(
    `This case is about a decision of yours. Another operator has to answer it${isNoneLeft ? ': a lead adds one first' : ''}.`,
  );
}

/**
 * Makes another operator the owner of an open case. A waiting case still waits, and assigning it to its owner changes nothing.
 * @throws HttpError 404 for an unknown case; 409 for a closed one, or an appeal that the new owner may not own ({@link isExcluded}).
 */
export async function assignCase(
  manager: EntityManager,
  { caseId, operatorId, operators = [], to, reason }: OwnerAction & { to: string; reason: string },
): Promise<void> {
  const openCase = await lockOpenCase(manager, caseId);
  if (openCase.ownerId === to) return;
  const name = await nameOf(manager, to);
  if (isExcluded(openCase, to, operators))
    throw conflict(`This case is about a decision of ${name}. Another operator has to answer it.`);
  await setOwner(manager, openCase, to);
  await recordAct(manager, { caseId, actorId: operatorId, act: 'assigned', detail: `To ${name}: ${reason}` });
}

/** Returns every open case of an operator to the inbox. */
export async function releaseCasesOf(
  manager: EntityManager,
  ownerId: string,
  by: { operatorId: string; reason: string },
): Promise<void> {
  const owned = await rows<{ id: string }>(
    manager,
    `SELECT id FROM cases WHERE owner_id = $1 AND status <> 'closed' ORDER BY id`,
    [ownerId],
  );
  for (const { id } of owned) await releaseCase(manager, { ...by, isLead: true, caseId: id });
}

/**
 * Returns a case to the inbox. Its owner may do that, and a lead for everybody. A case that waits by itself still waits; where an
 * operator chose to wait, it is due now, because only the owner knows of the answer.
 * @throws HttpError 404 for an unknown case; 409 for a closed one, or one that this operator does not own; 422 for a lead who
 * releases the case of another operator without a reason.
 */
export async function releaseCase(
  manager: EntityManager,
  {
    caseId,
    operatorId,
    isLead = false,
    reason = '',
  }: CaseAction & { isLead?: boolean | undefined; reason?: string | undefined },
): Promise<void> {
  const { ownerId, status, waitingFor } = isLead
    ? await lockOpenCase(manager, caseId)
    : await lockOwnCase(manager, caseId, operatorId);
  if (!ownerId) return;
  if (ownerId !== operatorId && !reason)
    throw invalidField('reason', 'Please give a reason: the case belongs to another operator.');
  await manager.update(CaseEntity, caseId, {
    ownerId: null,
    claimedAt: null,
    ...(status === 'claimed' && { status: 'open' }),
    ...(status === 'waiting' &&
      !waitingFor && {
        status: 'open',
        waitingOn: null,
        waitingUntil: null,
        dueAt: () => 'least(due_at, now())',
      }),
  });
  await recordAct(manager, { caseId, actorId: operatorId, act: 'released', detail: reason });
}
