import type { EntityManager } from 'typeorm';
import type { WaitingParty } from '#contracts/cases/cases.ts';
import { updateReturning } from '#services/platform/database/sql.ts';
import { CaseEntity } from './case.entity.ts';
import type { CaseAction } from './claim-case.ts';
import { lockOwnCase } from './lock-case.ts';
import type { CaseKey } from './open-case.ts';
import { recordAct } from './record-act.ts';

/**
 * Sets the owner's case to waiting for a person until a time; then it is due.
 * @throws HttpError 404 or 409 like {@link lockOwnCase}.
 */
export async function waitForAnswer(
  manager: EntityManager,
  { caseId, operatorId, on, until, reason }: CaseAction & { on: WaitingParty; until: Date; reason: string },
): Promise<void> {
  await lockOwnCase(manager, caseId, operatorId);
  await manager.update(CaseEntity, caseId, {
    status: 'waiting',
    waitingOn: on,
    waitingUntil: until,
    dueAt: until,
  });
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
