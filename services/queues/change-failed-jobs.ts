import { rows, type SqlClient } from '#services/platform/database/sql.ts';
import { failedCondition, filterSql, filterValues, type JobFilters } from './job-filters.ts';

/** How {@link changeFailedJobs} changes dead letters. */
interface Change {
  /** Assignments in SQL. */
  set: string;
  action: 'job.retry' | 'job.discard';
  /** For the audit log; names who did it where there is no actor. */
  reason: string;
  /** The operator; null for a command. */
  actorId: string | null;
}

/**
 * Changes the matching dead letters, and writes an audit log entry for each, in one statement. Rows in other states are not
 * changed. Returns the ids of the changed rows.
 */
export async function changeFailedJobs(
  client: SqlClient,
  filters: JobFilters,
  { set, action, reason, actorId }: Change,
): Promise<string[]> {
  const changed = await rows<{ id: string }>(
    client,
    `WITH changed AS (
       UPDATE outbox SET ${set} WHERE id IN (
         SELECT o.id FROM outbox o WHERE ${filterSql} AND ${failedCondition}
         ORDER BY o.created_at FOR UPDATE
       ) AND failed_at IS NOT NULL AND closed_at IS NULL RETURNING id
     ), recorded AS (
       INSERT INTO audit_entries (action, subject, reason, actor_id)
       SELECT $6::text, 'outbox:' || id, $7::text, $8::uuid FROM changed
     )
     SELECT id FROM changed`,
    [...filterValues(filters), action, reason, actorId],
  );
  return changed.map(({ id }) => id);
}
