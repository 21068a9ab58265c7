import { EntitySchema } from 'typeorm';
import { createdAt, id, reference, text } from '#services/platform/database/columns.ts';

/** An act of an operator that waits for a second operator. */
export interface PendingApproval {
  id: string;
  action: string;
  /** Such as `user:<id>`. */
  subject: string;
  reason: string;
  requestedById: string;
  createdAt: Date;
}

export const PendingApprovalEntity = new EntitySchema<PendingApproval>({
  name: 'PendingApproval',
  tableName: 'pending_approvals',
  columns: { id, action: text, subject: text, reason: text, requestedById: reference('User'), createdAt },
  indices: [
    { name: 'pending_approvals_act', columns: ['action', 'subject'], unique: true },
    { name: 'pending_approvals_requested_by', columns: ['requestedById'] },
  ],
});
