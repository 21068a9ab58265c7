import { EntitySchema } from 'typeorm';
import { createdAt, id, moment, reference, text } from '#services/platform/database/columns.ts';

/** A suspension of a learner or sponsor; a person has at most one that is not lifted. */
export interface Suspension {
  id: string;
  userId: string;
  /** Mailed to the person. */
  reason: string;
  suspendedById: string;
  /** The second operator under the four-eyes rule. */
  approvedById: string | null;
  createdAt: Date;
  liftedAt: Date | null;
  liftedById: string | null;
}

export const SuspensionEntity = new EntitySchema<Suspension>({
  name: 'Suspension',
  tableName: 'suspensions',
  columns: {
    id,
    userId: reference('User', { onDelete: 'CASCADE' }),
    reason: text,
    suspendedById: reference('User'),
    approvedById: reference('User', { nullable: true }),
    createdAt,
    liftedAt: moment,
    liftedById: reference('User', { nullable: true }),
  },
  indices: [
    { name: 'suspensions_one_active', columns: ['userId'], unique: true, where: 'lifted_at IS NULL' },
    { name: 'suspensions_user', columns: ['userId'] },
    { name: 'suspensions_suspended_by', columns: ['suspendedById'] },
    { name: 'suspensions_approved_by', columns: ['approvedById'], where: 'approved_by_id IS NOT NULL' },
    { name: 'suspensions_lifted_by', columns: ['liftedById'], where: 'lifted_by_id IS NOT NULL' },
  ],
});
