import type { SqlClient } from '#services/platform/database/sql.ts';
import { changeFailedJobs } from './change-failed-jobs.ts';
import type { JobFilters } from './job-filters.ts';

/**
 * Discards the matching dead letters: closes failed rows without running them; they are purged like rows that are done.
 * Rows in other states are not changed. Returns the ids of the discarded rows.
 */
export function discardJobs(
  client: SqlClient,
  filters: JobFilters,
  reason: string,
  actorId: string | null = null,
): Promise<string[]> {
  return changeFailedJobs(client, filters, {
    set: 'closed_at = now()',
    action: 'job.discard',
    reason,
    actorId,
  });
}
