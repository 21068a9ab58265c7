import type { EntityManager } from 'typeorm';
import type { WaitingParty } from '#contracts/cases/cases.ts';
import { lockRow, row, rows, updateReturning } from '#services/platform/database/sql.ts';
import { conflict, invalidField, notFound } from '#services/platform/errors.ts';
import { recordAct } from './audit-log.ts';
import { type Case, CaseEntity } from './cases.entity.ts';
import type { CaseKey } from './open-case.ts';

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

/**
 * Makes an operator the owner of a case. Claiming a case again changes nothing.
 * @throws HttpError 404 for an unknown case; 409 for a closed one, one that another operator owns, or an appeal against
 * a decision of this operator.
 */
export async function claimCase(manager: EntityManager, { caseId, operatorId }: CaseAction): Promise<void> {
  const { ownerId, excludedId } = await lockOpenCase(manager, caseId);
  if (ownerId === operatorId) return;
  if (ownerId) throw conflict(`${await nameOf(manager, ownerId)} has already claimed this case.`);
  rejectExcluded({ excludedId }, operatorId);
  const claim = { status: 'claimed', ownerId: operatorId, claimedAt: () => 'now()' } as const;
  await manager.update(CaseEntity, caseId, claim);
  await recordAct(manager, { caseId, actorId: operatorId, act: 'claimed' });
}

/** @throws HttpError 409 when the case is an appeal against a decision of this operator. */
export function rejectExcluded({ excludedId }: Pick<Case, 'excludedId'>, operatorId: string): void {
  if (excludedId === operatorId)
    throw conflict('This case is about a decision of yours. Another operator has to answer it.');
}

/**
 * Makes another operator the owner of an open case. A waiting case still waits, and assigning it to its owner changes nothing.
 * @throws HttpError 404 for an unknown case; 409 for a closed one, or an appeal against a decision of the new owner.
 */
export async function assignCase(
  manager: EntityManager,
  { caseId, operatorId, to, reason }: CaseAction & { to: string; reason: string },
): Promise<void> {
  const { ownerId, excludedId, status } = await lockOpenCase(manager, caseId);
  if (ownerId === to) return;
  const name = await nameOf(manager, to);
  if (excludedId === to)
    throw conflict(`This case is about a decision of ${name}. Another operator has to answer it.`);
  await manager.update(CaseEntity, caseId, {
    status: status === 'waiting' ? 'waiting' : 'claimed',
    ownerId: to,
    claimedAt: () => 'now()',
  });
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
 * Returns a case to the inbox. Its owner may do that, and a lead for everybody.
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
  const { ownerId } = isLead
    ? await lockOpenCase(manager, caseId)
    : await lockOwnCase(manager, caseId, operatorId);
  if (!ownerId) return;
  if (ownerId !== operatorId && !reason)
    throw invalidField('reason', 'Please give a reason: the case belongs to another operator.');
  const unclaimed = { ownerId: null, claimedAt: null, waitingOn: null, waitingUntil: null };
  await manager.update(CaseEntity, caseId, { status: 'open', ...unclaimed });
  await recordAct(manager, { caseId, actorId: operatorId, act: 'released', detail: reason });
}

/**
 * Sets the owner's case to waiting for a person until a time; then it is due.
 * @throws HttpError 404 or 409 like {@link lockOwnCase}.
 */
export async function waitForAnswer(
  manager: EntityManager,
  { caseId, operatorId, on, until, reason }: CaseAction & { on: WaitingParty; until: Date; reason: string },
): Promise<void> {
  await lockOwnCase(manager, caseId, operatorId);
  const waiting = { status: 'waiting', waitingOn: on, waitingUntil: until, dueAt: until } as const;
  await manager.update(CaseEntity, caseId, waiting);
  await recordAct(manager, { caseId, actorId: operatorId, act: 'waiting', detail: reason });
}

/** Ends the waiting of an open case, because the answer has come: it is due now. Returns whether a case was waiting. */
export async function resumeCase(
  manager: EntityManager,
  { kind, subject }: CaseKey,
  { actorId = null, detail }: { actorId?: string | null; detail: string },
): Promise<boolean> {
  const [resumed] = await updateReturning(manager, CaseEntity, {
    change: `status = 'claimed', waiting_on = NULL, waiting_until = NULL, due_at = now()`,
    condition: `r.kind = $1 AND r.subject_type = $2 AND r.subject_id = $3 AND r.status = 'waiting'`,
    values: [kind, subject.type, subject.id],
  });
  if (!resumed) return false;
  await recordAct(manager, { caseId: resumed.id, actorId, act: 'resumed', detail });
  return true;
}
