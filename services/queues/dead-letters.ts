import type { AuditAction } from '#contracts/cases/audit-actions.ts';
import { execute, rows, type SqlClient } from '#services/platform/database/sql.ts';
import { OUTBOX_CHANNEL } from '#services/platform/queue/outbox.ts';
import { failedCondition, filterSql, filterValues, type JobFilters } from './find-jobs.ts';

/** Assignments in SQL, by the action that the audit log names. */
const changes = {
  // The queue stores a failed job for a day, and ignores a second job with its id. With an old `enqueued_at`, the relay
  // looks the row up in the queue at its next recheck (2 s), removes the failed job and adds a new one.
  'job.retry': 'failed_at = NULL, enqueued_at = to_timestamp(0), same_errors = 0',
  'job.discard': 'closed_at = now()',
} satisfies Partial<Record<AuditAction, string>>;

/** The jobs to change, and why; the reason is for the audit log, and names who did it where there is no actor. */
type Change = [
  client: SqlClient,
  filters: JobFilters,
  reason: string,
  /** The operator; null for a command. */
  actorId?: string | null,
];

/**
 * Reopens the matching dead letters, so that the relay enqueues them again with all attempts. Rows in other states are not
 * changed. Returns the ids of the reopened rows.
 */
export async function retryJobs(...change: Change): Promise<string[]> {
  const ids = await changeFailedJobs('job.retry', ...change);
  await execute(change[0], `SELECT pg_notify($1, '')`, [OUTBOX_CHANNEL]);
  return ids;
}

/**
 * Discards the matching dead letters: closes failed rows without running them; they are purged like rows that are done.
 * Rows in other states are not changed. Returns the ids of the discarded rows.
 */
export function discardJobs(...change: Change): Promise<string[]> {
  return changeFailedJobs('job.discard', ...change);
}

/**
 * Changes the matching dead letters, and writes an audit log entry for each, in one statement. Returns the ids of the changed
 * rows.
 */
async function changeFailedJobs(
  action: keyof typeof changes,
  ...[client, filters, reason, actorId = null]: Change
): Promise<string[]> {
  const changed = await rows<{ id: string }>(
    client,
    `WITH changed AS (
       UPDATE outbox SET ${changes[action]} WHERE id IN (
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
