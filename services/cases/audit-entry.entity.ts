import { EntitySchema } from 'typeorm';
import { createdAt, id, reference, text } from '#services/platform/database/columns.ts';

/** Entry of the audit log: an action of an operator or of the system. Entries are only inserted; a trigger rejects changes. */
export interface AuditEntry {
  id: string;
  /** Null for an action of the system. */
  actorId: string | null;
  action: string;
  subject: string;
  reason: string;
  createdAt: Date;
}

export const AuditEntryEntity = new EntitySchema<AuditEntry>({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  columns: {
    id,
    actorId: reference('User', { nullable: true }),
    action: text,
    subject: text,
    reason: text,
    createdAt,
  },
  indices: [
    { name: 'audit_entries_subject', columns: ['subject', 'createdAt'] },
    { name: 'audit_entries_created', columns: ['createdAt', 'id'] },
    { name: 'audit_entries_actor', columns: ['actorId'], where: 'actor_id IS NOT NULL' },
  ],
});
