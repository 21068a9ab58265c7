import type { DataSource } from 'typeorm';

/** So many at once: a draw holds the ids of a whole day. */
const batchSize = 500;

/**
 * Removes draws that were begun longer ago than this, at most 500, finished or not; answers how many. Whoever wants
 * to check one has its record.
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
