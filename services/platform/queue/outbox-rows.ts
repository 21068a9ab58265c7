import type { DataSource } from 'typeorm';
import type { OutboxRow } from './outbox.entity.ts';

/** A row as far as the relay needs it. */
export type ClaimedRow = Pick<OutboxRow, 'id' | 'job'>;

const isOpen = 'closed_at IS NULL AND failed_at IS NULL';

// Rows of jobs that this process does not know belong to a newer or an older version of it. Wrapped in WITH,
// because TypeORM answers an UPDATE in a shape of its own. SKIP LOCKED lets several relays work side by side.
const claim = (condition: string, order: string) => `
  WITH claimed AS (
    UPDATE outbox SET enqueued_at = now() WHERE id IN (
      SELECT id FROM outbox WHERE ${condition} AND ${isOpen} AND job = ANY($1)
      ORDER BY ${order} LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING id, job
  ) SELECT id, job FROM claimed`;

const due = claim('enqueued_at IS NULL AND available_at <= now()', 'available_at');
const quiet = claim(`enqueued_at < now() - $3 * interval '1 millisecond'`, 'enqueued_at');

/** Takes rows whose time has come and marks them as enqueued. */
export const claimDueRows = (db: DataSource, jobs: string[], limit: number): Promise<ClaimedRow[]> =>
  db.query(due, [jobs, limit]);

/** Takes open rows that were enqueued, or last seen in the queue, longer ago than `quietMs`. */
export const claimStaleRows = (
  db: DataSource,
  jobs: string[],
  limit: number,
  quietMs: number,
): Promise<ClaimedRow[]> => db.query(quiet, [jobs, limit, quietMs]);

/** The jobs that have open rows of that age. */
export async function findStaleJobs(db: DataSource, jobs: string[], quietMs: number): Promise<string[]> {
  const rows: { job: string }[] = await db.query(
    `SELECT DISTINCT job FROM outbox
     WHERE ${isOpen} AND job = ANY($1) AND enqueued_at < now() - $2 * interval '1 millisecond'`,
    [jobs, quietMs],
  );
  return rows.map(({ job }) => job);
}

/** Gives claimed rows back because they could not be enqueued. */
export async function releaseRows(db: DataSource, ids: string[]): Promise<void> {
  await db.query(`UPDATE outbox SET enqueued_at = NULL WHERE id = ANY($1) AND ${isOpen}`, [ids]);
}

/** Removes rows that were closed longer ago than `keptMs`; answers how many. */
export async function purgeClosedRows(db: DataSource, keptMs: number): Promise<number> {
  const rows: { count: string }[] = await db.query(
    `WITH gone AS (
       DELETE FROM outbox WHERE id IN (
         SELECT id FROM outbox WHERE closed_at < now() - $1 * interval '1 millisecond' LIMIT 5000
       ) RETURNING 1
     ) SELECT count(*) FROM gone`,
    [keptMs],
  );
  return Number(rows[0]?.count ?? 0);
}
