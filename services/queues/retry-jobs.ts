import { execute, type SqlClient } from '#services/platform/database/sql.ts';
import { OUTBOX_CHANNEL } from '#services/platform/queue/outbox.ts';
import { changeFailedJobs } from './change-failed-jobs.ts';
import type { JobFilters } from './job-filters.ts';

/**
 * Reopens the matching dead letters, so that the relay enqueues them again with all attempts. Rows in other states are not
 * changed. Returns the ids of the reopened rows.
 */
export async function retryJobs(
  client: SqlClient,
  filters: JobFilters,
  reason: string,
  actorId: string | null = null,
): Promise<string[]> {
  const ids = await changeFailedJobs(client, filters, {
    // The queue stores a failed job for a day, and ignores a second job with its id. With an old `enqueued_at`, the relay
    // looks the row up in the queue at its next recheck (2 s), removes the failed job and adds a new one.
    set: 'failed_at = NULL, enqueued_at = to_timestamp(0), same_errors = 0',
    action: 'job.retry',
    reason,
    actorId,
  });
  await execute(client, `SELECT pg_notify($1, '')`, [OUTBOX_CHANNEL]);
  return ids;
}
