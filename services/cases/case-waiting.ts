import type { EntityManager } from 'typeorm';
import type { WaitingMatter, WaitingParty } from '#contracts/cases/cases.ts';
import { updateReturning } from '#services/platform/database/sql.ts';
import { recordAct } from './audit-log.ts';
import { type CaseAction, lockOwnCase } from './case-ownership.ts';
import { CaseEntity } from './cases.entity.ts';
import type { CaseKey } from './open-case.ts';

/**
 * Sets the owner's case to waiting for a person until a time; then it is due.
 * @throws HttpError 404 or 409 like {@link lockOwnCase}.
 */
export async function waitForAnswer(
  manager: EntityManager,
  { caseId, operatorId, on, until, reason }: CaseAction & { on: WaitingParty; until: Date; reason: string },
): Promise<void> {
  await lockOwnCase(manager, caseId, operatorId);
  const waiting = { status: 'waiting', waitingOn: on, waitingFor: null, waitingUntil: until } as const;
  await manager.update(CaseEntity, caseId, { ...waiting, dueAt: until });
  await recordAct(manager, { caseId, actorId: operatorId, act: 'waiting', detail: reason });
}

/** An answer that the product expects by itself. */
export interface ExpectedAnswer {
  on: WaitingParty;
  matter: WaitingMatter;
  /** When operators have to act if it has not come. */
  until: Date;
  detail: string;
}

/**
 * Sets the open case of a kind and subject to waiting, whether it has an owner or not; then it is due at the time given. Returns
 * whether there is an open one. It waits until {@link resumeCase}, or until it is closed.
 */
export async function expectAnswer(
  manager: EntityManager,
  { kind, subject }: CaseKey,
  { on, matter, until, detail }: ExpectedAnswer,
): Promise<boolean> {
  const [waiting] = await updateReturning(manager, CaseEntity, {
    change: `status = 'waiting', waiting_on = $4, waiting_for = $5, waiting_until = $6, due_at = $6`,
    condition: `r.kind = $1 AND r.subject_type = $2 AND r.subject_id = $3 AND r.status <> 'closed'`,
    values: [kind, subject.type, subject.id, on, matter, until],
  });
  if (!waiting) return false;
  await recordAct(manager, { caseId: waiting.id, actorId: null, act: 'waiting', detail });
  return true;
}

/** Ends the waiting of an open case, because the answer has come: it is due now. Returns whether a case was waiting. */
export async function resumeCase(
  manager: EntityManager,
  { kind, subject }: CaseKey,
  { actorId = null, detail }: { actorId?: string | null; detail: string },
): Promise<boolean> {
  const [resumed] = await updateReturning(manager, CaseEntity, {
    change: `status = CASE WHEN r.owner_id IS NULL THEN 'open' ELSE 'claimed' END,
      waiting_on = NULL, waiting_for = NULL, waiting_until = NULL, due_at = now()`,
    condition: `r.kind = $1 AND r.subject_type = $2 AND r.subject_id = $3 AND r.status = 'waiting'`,
    values: [kind, subject.type, subject.id],
  });
  if (!resumed) return false;
  await recordAct(manager, { caseId: resumed.id, actorId, act: 'resumed', detail });
  return true;
}
