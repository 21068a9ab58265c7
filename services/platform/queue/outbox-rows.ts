import type { DataSource } from 'typeorm';
import { type OutboxRow, openCondition } from './outbox.entity.ts';

/** The columns that the relay reads. */
export type ClaimedRow = Pick<OutboxRow, 'id' | 'job'>;

// Rows of unknown jobs belong to a newer or an older version of this process. Wrapped in WITH, because TypeORM returns
// the rows of a bare UPDATE in a different shape. SKIP LOCKED allows several relays at the same time.
const claim = (condition: string, order: string) => `
  WITH claimed AS (
    UPDATE outbox SET enqueued_at = now() WHERE id IN (
      SELECT id FROM outbox WHERE ${condition} AND ${openCondition} AND job = ANY($1)
      ORDER BY ${order} LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING id, job
  ) SELECT id, job FROM claimed`;

const due = claim('enqueued_at IS NULL AND available_at <= now()', 'available_at');
const stale = claim(`enqueued_at < now() - $3 * interval '1 millisecond'`, 'enqueued_at');

/** Claims rows that are due: marks them as enqueued and returns them. */
export const claimDueRows = (db: DataSource, jobs: string[], limit: number): Promise<ClaimedRow[]> =>
  db.query(due, [jobs, limit]);

/** Claims open rows that were enqueued, or last seen in the queue, longer ago than `staleAfterMs`. */
export const claimStaleRows = (
  db: DataSource,
  jobs: string[],
  limit: number,
  staleAfterMs: number,
): Promise<ClaimedRow[]> => db.query(stale, [jobs, limit, staleAfterMs]);

/** Returns the names of the jobs that have open rows of that age. */
export async function findStaleJobs(db: DataSource, jobs: string[], staleAfterMs: number): Promise<string[]> {
  const rows: { job: string }[] = await db.query(
    `SELECT DISTINCT job FROM outbox
     WHERE ${openCondition} AND job = ANY($1) AND enqueued_at < now() - $2 * interval '1 millisecond'`,
    [jobs, staleAfterMs],
  );
  return rows.map(({ job }) => job);
}

/** Releases claimed rows that could not be enqueued, so that they are due again. */
export async function releaseRows(db: DataSource, ids: string[]): Promise<void> {
  await db.query(`UPDATE outbox SET enqueued_at = NULL WHERE id = ANY($1) AND ${openCondition}`, [ids]);
}

/** Deletes up to 5,000 rows that were closed longer ago than `keptMs`. Returns their number. */
export async function purgeClosedRows(db: DataSource, keptMs: number): Promise<number> {
  const rows: { count: string }[] = await db.query(
    `WITH deleted AS (
       DELETE FROM outbox WHERE id IN (
         SELECT id FROM outbox WHERE closed_at < now() - $1 * interval '1 millisecond' LIMIT 5000
       ) RETURNING 1
     ) SELECT count(*) FROM deleted`,
    [keptMs],
  );
  return Number(rows[0]?.count ?? 0);
}
