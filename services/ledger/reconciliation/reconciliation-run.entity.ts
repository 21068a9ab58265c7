import { EntitySchema } from 'typeorm';
import { id, optionalText, reference } from '#services/platform/database/columns.ts';
import type { BookDifference } from './compare-books.ts';

/** One finished comparison of the ledger with the provider's books. */
export interface ReconciliationRun {
  id: string;
  /** Operator who requested it; null for the nightly run and the command. */
  requestedById: string | null;
  /** Transactions since then were compared. */
  since: Date;
  transactions: number;
  recordedFees: number;
  /** The first differences; `differenceCount` counts all. */
  differences: BookDifference[];
  differenceCount: number;
  /** Why it could not be finished; null when it was. */
  failure: string | null;
  startedAt: Date;
  finishedAt: Date;
}

export const ReconciliationRunEntity = new EntitySchema<ReconciliationRun>({
  name: 'ReconciliationRun',
  tableName: 'reconciliation_runs',
  columns: {
    id,
    requestedById: reference('User', { nullable: true }),
    since: { type: 'timestamptz' },
    transactions: { type: 'integer', default: 0 },
    recordedFees: { type: 'integer', default: 0 },
    differences: { type: 'jsonb', default: () => `'[]'` },
    differenceCount: { type: 'integer', default: 0 },
    failure: optionalText,
    startedAt: { type: 'timestamptz' },
    finishedAt: { type: 'timestamptz', default: () => 'now()' },
  },
  indices: [
    { name: 'reconciliation_runs_finished', columns: ['finishedAt'] },
    {
      name: 'reconciliation_runs_requested_by',
      columns: ['requestedById'],
      where: 'requested_by_id IS NOT NULL',
    },
  ],
});
