import type { EntityManager } from 'typeorm';
import type { AuditAction } from '#contracts/cases/audit-actions.ts';
import type { CaseActName } from '#contracts/cases/case-acts.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { AuditEntryEntity, CaseActEntity } from './cases.entity.ts';

/** Writes an entry of the audit log in the transaction of the action. Without an actor it is an action of the system. */
export async function recordAudit(
  manager: EntityManager,
  action: AuditAction,
  subject: string,
  reason: string,
  actorId: string | null = null,
): Promise<void> {
  await manager.insert(AuditEntryEntity, { action, subject, reason, actorId });
}

/** Key of the change feed that open desks follow. */
export const OPERATORS = 'operators';

/** An act to record; without an actor it is an act of the system. */
export interface NewAct {
  caseId: string;
  actorId: string | null;
  act: CaseActName;
  /** Why, or what changed. */
  detail?: string;
}

/**
 * Adds an act to the history of a case in the caller's transaction, and notifies open desks after the commit. An act of
 * an operator is also written to the audit log, as `case.<act>`. Returns the id of the act.
 */
export async function recordAct(
  manager: EntityManager,
  { caseId, actorId, act, detail = '' }: NewAct,
): Promise<string> {
  const { identifiers } = await manager.insert(CaseActEntity, { caseId, actorId, act, detail });
  if (actorId) await recordAudit(manager, `case.${act}`, `case:${caseId}`, detail, actorId);
  publishChange(manager, OPERATORS);
  return identifiers[0]?.id as string;
}
