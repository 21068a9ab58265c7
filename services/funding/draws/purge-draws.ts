import type { DataSource } from 'typeorm';
import { execute } from '#services/platform/database/sql.ts';

/** Rows per batch; small, because a draw holds the ids of a whole day. */
const batchSize = 500;

/**
 * Deletes at most 500 draws older than `retentionMs`, finished or not, and returns their number. Sponsors keep a copy
 * of the record and can verify a draw without the row.
 */
export async function purgeDraws(db: DataSource, retentionMs: number): Promise<number> {
  return execute(
    db,
    `DELETE FROM draws WHERE id IN (
       SELECT id FROM draws WHERE created_at < now() - $1 * interval '1 millisecond' LIMIT ${batchSize})`,
    [retentionMs],
  );
}
