import type pg from 'pg';
import { filterSql, filterValues, type JobFilters } from './job-filters.ts';
import { recordJobAction } from './record-job-action.ts';

/**
 * Discards the matching dead letters: closes failed rows without running them; they are purged like rows that are done.
 * Rows in other states are not changed. Returns the ids of the discarded rows.
 */
export async function discardJobs(
  client: pg.ClientBase,
  filters: JobFilters,
  { by, reason }: { by: string; reason: string },
): Promise<string[]> {
  await client.query('BEGIN');
  try {
    const { rows } = await client.query<{ id: string }>(
      `UPDATE outbox SET closed_at = now() WHERE id IN (
         SELECT o.id FROM outbox o WHERE ${filterSql} AND o.failed_at IS NOT NULL AND o.closed_at IS NULL
         ORDER BY o.created_at FOR UPDATE
       ) AND failed_at IS NOT NULL AND closed_at IS NULL RETURNING id`,
      filterValues(filters),
    );
    const ids = rows.map(({ id }) => id);
    await recordJobAction(client, { action: 'job.discard', ids, reason: `${reason} (by ${by})` });
    await client.query('COMMIT');
    return ids;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
