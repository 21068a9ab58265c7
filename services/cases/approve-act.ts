import type { EntityManager } from 'typeorm';
import { insertOnce, lockRow } from '#services/platform/database/sql.ts';
import { conflict } from '#services/platform/errors.ts';
import { PendingApprovalEntity } from './pending-approval.entity.ts';
import { recordAudit } from './record-audit.ts';

/** An act that needs two operators under the four-eyes rule. */
interface GuardedAct {
  /** Such as `person.suspend`. */
  action: string;
  subject: string;
  operatorId: string;
  reason: string;
}

/** Who asked for an act and who approved it; the same operator without the four-eyes rule. */
export interface Approval {
  requestedById: string;
  approvedById: string;
  reason: string;
}

/**
 * Returns the approval of an act that is to be done now; undefined when it was stored to wait for a second operator.
 * @throws HttpError 409 when the same operator asks again.
 */
export async function approveAct(
  manager: EntityManager,
  { action, subject, operatorId, reason }: GuardedAct,
  isFourEyes: boolean,
): Promise<Approval | undefined> {
  if (!isFourEyes) return { requestedById: operatorId, approvedById: operatorId, reason };
  const act = { action, subject };
  if (await insertOnce(manager, PendingApprovalEntity, { ...act, reason, requestedById: operatorId })) {
    await recordAudit(manager, `${action}.requested`, subject, reason, operatorId);
    return undefined;
  }
  const waiting = await lockRow(manager, PendingApprovalEntity, act);
  if (!waiting) throw conflict('Another operator has just decided this.');
  if (waiting.requestedById === operatorId)
    throw conflict('You asked for this already. Another operator has to approve it.');
  await manager.delete(PendingApprovalEntity, { id: waiting.id });
  return { requestedById: waiting.requestedById, approvedById: operatorId, reason: waiting.reason };
}

/** Withdraws what waits for a second operator, because something else was decided about the subject. */
export async function withdrawPendingAct(
  manager: EntityManager,
  act: Pick<GuardedAct, 'action' | 'subject'>,
): Promise<void> {
  await manager.delete(PendingApprovalEntity, { action: act.action, subject: act.subject });
}
