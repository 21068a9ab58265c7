import type pg from 'pg';
import { execute, rows } from '#services/platform/database/sql.ts';
import { filterSql, filterValues, type JobFilters } from './job-filters.ts';

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
 * Changes the matching dead letters, and writes an audit log entry for each, in one transaction. Rows in other states are
 * not changed. Returns the ids of the changed rows.
 */
export async function changeFailedJobs(
  client: pg.ClientBase,
  filters: JobFilters,
  { set, action, reason, actorId }: Change,
): Promise<string[]> {
  await execute(client, 'BEGIN');
  try {
    const changed = await rows<{ id: string }>(
      client,
      `UPDATE outbox SET ${set} WHERE id IN (
         SELECT o.id FROM outbox o WHERE ${filterSql} AND o.failed_at IS NOT NULL AND o.closed_at IS NULL
         ORDER BY o.created_at FOR UPDATE
       ) AND failed_at IS NOT NULL AND closed_at IS NULL RETURNING id`,
      filterValues(filters),
    );
    const ids = changed.map(({ id }) => id);
    await execute(
      client,
      `INSERT INTO audit_entries (action, subject, reason, actor_id)
       SELECT $1, 'outbox:' || id, $3, $4::uuid FROM unnest($2::text[]) AS id`,
      [action, ids, reason, actorId],
    );
    await execute(client, 'COMMIT');
    return ids;
  } catch (error) {
    await execute(client, 'ROLLBACK');
    throw error;
  }
}
