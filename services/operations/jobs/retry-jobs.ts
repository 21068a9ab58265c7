import type pg from 'pg';
import { OUTBOX_CHANNEL } from '#services/platform/queue/outbox.ts';
import { filterSql, filterValues, type JobFilters } from './job-filters.ts';
import { recordJobAction } from './record-job-action.ts';

/**
 * Reopens the matching dead letters, so that the relay enqueues them again with all attempts. Rows in other states are not
 * changed. Returns the ids of the reopened rows.
 */
export async function retryJobs(client: pg.ClientBase, filters: JobFilters, by: string): Promise<string[]> {
  await client.query('BEGIN');
  try {
    // The queue stores a failed job for a day, and ignores a second job with its id. With an old `enqueued_at`, the relay
    // looks the row up in the queue at its next recheck (2 s), removes the failed job and adds a new one.
    const { rows } = await client.query<{ id: string }>(
      `UPDATE outbox SET failed_at = NULL, enqueued_at = to_timestamp(0) WHERE id IN (
         SELECT o.id FROM outbox o WHERE ${filterSql} AND o.failed_at IS NOT NULL AND o.closed_at IS NULL
         ORDER BY o.created_at FOR UPDATE
       ) AND failed_at IS NOT NULL AND closed_at IS NULL RETURNING id`,
      filterValues(filters),
    );
    const ids = rows.map(({ id }) => id);
    await recordJobAction(client, { action: 'job.retry', ids, reason: `retried by ${by}` });
    await client.query(`SELECT pg_notify($1, '')`, [OUTBOX_CHANNEL]);
    await client.query('COMMIT');
    return ids;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
