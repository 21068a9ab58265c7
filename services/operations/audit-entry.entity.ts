import { EntitySchema } from 'typeorm';
import { createdAt, id, reference, text } from '#services/platform/database/columns.ts';

/** Something an operator or the system did that must stay on record; lines are only ever added. */
export interface AuditEntry {
  id: string;
  /** Null when the system acted by itself. */
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
    actorId: reference('User', { onDelete: 'SET NULL', nullable: true }),
    action: text,
    subject: text,
    reason: text,
    createdAt,
  },
  indices: [{ name: 'audit_entries_subject', columns: ['subject', 'createdAt'] }],
});
