import type { EntityManager } from 'typeorm';
import { AuditEntryEntity } from './audit-entry.entity.ts';

/** Puts something on record, in the transaction of what it is about. Without an actor the system acted by itself. */
export async function recordAudit(
  manager: EntityManager,
  action: string,
  subject: string,
  reason: string,
  actorId: string | null = null,
): Promise<void> {
  await manager.insert(AuditEntryEntity, { action, subject, reason, actorId });
}
