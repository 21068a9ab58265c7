import type pg from 'pg';
import { execute } from '#services/platform/database/sql.ts';

/** SQL: number of open public requests per filing day, as rows of `day`, `n`, `is_change`. */
export const publicDaysSql = `
  SELECT day, n, 0 AS is_change FROM open_request_days UNION ALL SELECT day, n, 1 FROM open_request_changes`;

const compactionThreshold = 500;

/**
 * Adds the collected changes to the day counts once there are 500, in one statement, so that readers see either state
 * before or after it. Rows locked by a concurrent compaction are skipped.
 */
export async function compactDayCounts(pool: pg.Pool, changes: number): Promise<void> {
  if (changes < compactionThreshold) return;
  await execute(
    pool,
    `
    WITH folded AS (
      DELETE FROM open_request_changes
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM open_request_changes LIMIT 20000 FOR UPDATE SKIP LOCKED))
      RETURNING day, n)
    INSERT INTO open_request_days AS d (day, n) SELECT day, sum(n) FROM folded GROUP BY day ORDER BY day
    ON CONFLICT (day) DO UPDATE SET n = d.n + excluded.n`,
  );
}
