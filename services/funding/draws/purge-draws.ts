import type { DataSource } from 'typeorm';

/** Rows per batch; small, because a draw holds the ids of a whole day. */
const batchSize = 500;

/**
 * Deletes at most 500 draws older than `retentionMs`, finished or not, and returns their number. Sponsors keep a copy
 * of the record and can verify a draw without the row.
 */
export async function purgeDraws(db: DataSource, retentionMs: number): Promise<number> {
  const rows: { count: string }[] = await db.query(
    `WITH gone AS (
       DELETE FROM draws WHERE id IN (
         SELECT id FROM draws WHERE created_at < now() - $1 * interval '1 millisecond' LIMIT ${batchSize}
       ) RETURNING 1
     ) SELECT count(*) FROM gone`,
    [retentionMs],
  );
  return Number(rows[0]?.count ?? 0);
}
