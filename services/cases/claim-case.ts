import type { EntityManager } from 'typeorm';
import { conflict } from '#services/platform/errors.ts';
import { type Case, CaseEntity } from './case.entity.ts';
import { lockOpenCase, lockOwnCase, nameOf } from './lock-case.ts';
import { recordAct } from './record-act.ts';

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
  const found = await lockOpenCase(manager, caseId);
  if (found.ownerId === operatorId) return;
  if (found.ownerId) throw conflict(`${await nameOf(manager, found.ownerId)} has already claimed this case.`);
  rejectExcluded(found, operatorId);
  await manager.update(CaseEntity, caseId, {
    status: 'claimed',
    ownerId: operatorId,
    claimedAt: () => 'now()',
  });
  await recordAct(manager, { caseId, actorId: operatorId, act: 'claimed' });
}

/** @throws HttpError 409 when the case is an appeal against a decision of this operator. */
export function rejectExcluded({ excludedId }: Pick<Case, 'excludedId'>, operatorId: string): void {
  if (excludedId === operatorId)
    throw conflict('This case is about a decision of yours. Another operator has to answer it.');
}

/**
 * Returns a case to the inbox. Its owner may do that, and a lead for everybody.
 * @throws HttpError 404 for an unknown case; 409 for a closed one, or one that this operator does not own.
 */
export async function releaseCase(
  manager: EntityManager,
  { caseId, operatorId, isLead = false, reason = '' }: CaseAction & { isLead?: boolean; reason?: string },
): Promise<void> {
  const found = isLead ? await lockOpenCase(manager, caseId) : await lockOwnCase(manager, caseId, operatorId);
  if (!found.ownerId) return;
  await manager.update(CaseEntity, caseId, {
    status: 'open',
    ownerId: null,
    claimedAt: null,
    waitingOn: null,
    waitingUntil: null,
  });
  await recordAct(manager, { caseId, actorId: operatorId, act: 'released', detail: reason });
}
