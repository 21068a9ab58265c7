import type { EntityManager } from 'typeorm';
import { AuditEntryEntity } from './audit-entry.entity.ts';

/** Writes an entry of the audit log in the transaction of the action. Without an actor it is an action of the system. */
export async function recordAudit(
  manager: EntityManager,
  action: string,
  subject: string,
  reason: string,
  actorId: string | null = null,
): Promise<void> {
  await manager.insert(AuditEntryEntity, { action, subject, reason, actorId });
}
