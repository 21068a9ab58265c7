import type pg from 'pg';

/** How many public requests were filed on which day and are still open, as SQL: rows of `day`, `n`, `is_change`. */
export const publicDaysSql = `
  SELECT day, n, 0 AS is_change FROM open_request_days UNION ALL SELECT day, n, 1 FROM open_request_changes`;

const compactionThreshold = 500;

/**
 * Adds the changes to the days when they have grown many, in one statement, so that a reader sees either both as
 * before or both as after. Whoever finds somebody else at it leaves it to them.
 */
export async function compactDayCounts(pool: pg.Pool, changes: number): Promise<void> {
  if (changes < compactionThreshold) return;
  await pool.query(`
    WITH folded AS (
      DELETE FROM open_request_changes
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM open_request_changes LIMIT 20000 FOR UPDATE SKIP LOCKED))
      RETURNING day, n)
    INSERT INTO open_request_days AS d (day, n) SELECT day, sum(n) FROM folded GROUP BY day ORDER BY day
    ON CONFLICT (day) DO UPDATE SET n = d.n + excluded.n`);
}
