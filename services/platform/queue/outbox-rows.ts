import type { DataSource } from 'typeorm';
import { execute, rows } from '#services/platform/database/sql.ts';
import { type OutboxRow, openCondition } from './outbox.entity.ts';

/** The columns that the relay reads. */
export type ClaimedRow = Pick<OutboxRow, 'id' | 'job'>;

// Rows of unknown jobs belong to a newer or an older version of this process. SKIP LOCKED allows several relays at the
// same time. The commit does not wait for the disk: a claim that a crash of PostgreSQL undoes is made again, and every later
// commit that waits, such as that of the job, makes the claim durable too.
const claim = (condition: string, order: string) => `
  UPDATE outbox SET enqueued_at = now()
  FROM (SELECT set_config('synchronous_commit', 'off', true)) AS in_this_transaction
  WHERE id IN (
    SELECT id FROM outbox WHERE ${condition} AND ${openCondition} AND job = ANY($1)
    ORDER BY ${order} LIMIT $2 FOR UPDATE SKIP LOCKED
  ) RETURNING id, job`;

const due = claim('enqueued_at IS NULL AND available_at <= now()', 'available_at');
const stale = claim(`enqueued_at < now() - $3 * interval '1 millisecond'`, 'enqueued_at');

/** Claims rows that are due: marks them as enqueued and returns them. */
export const claimDueRows = (db: DataSource, jobs: string[], limit: number): Promise<ClaimedRow[]> =>
  rows(db, due, [jobs, limit]);

/** Claims open rows that were enqueued, or last seen in the queue, longer ago than `staleAfterMs`. */
export const claimStaleRows = (
  db: DataSource,
  jobs: string[],
  limit: number,
  staleAfterMs: number,
): Promise<ClaimedRow[]> => rows(db, stale, [jobs, limit, staleAfterMs]);

/** Returns the names of the jobs that have open rows of that age. */
export async function findStaleJobs(db: DataSource, jobs: string[], staleAfterMs: number): Promise<string[]> {
  const found = await rows<{ job: string }>(
    db,
    `SELECT DISTINCT job FROM outbox
     WHERE ${openCondition} AND job = ANY($1) AND enqueued_at < now() - $2 * interval '1 millisecond'`,
    [jobs, staleAfterMs],
  );
  return found.map(({ job }) => job);
}

/** Releases claimed rows that could not be enqueued, so that they are due again. */
export async function releaseRows(db: DataSource, ids: string[]): Promise<void> {
  await execute(db, `UPDATE outbox SET enqueued_at = NULL WHERE id = ANY($1) AND ${openCondition}`, [ids]);
}

/** Deletes up to 5,000 rows that were closed longer ago than `keptMs`. Returns their number. */
export async function purgeClosedRows(db: DataSource, keptMs: number): Promise<number> {
  return execute(
    db,
    `DELETE FROM outbox WHERE id IN (
       SELECT id FROM outbox WHERE closed_at < now() - $1 * interval '1 millisecond' LIMIT 5000)`,
    [keptMs],
  );
}
