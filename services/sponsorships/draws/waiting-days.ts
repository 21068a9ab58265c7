import type { DataSource, EntityManager } from 'typeorm';
import { type WaitingDay, weightOf } from '#contracts/draw-rules.ts';
import { knownToSponsor, visibleToSponsor } from '#services/requests/visible-to-sponsor.ts';

/** Changes that are added up at each draw before one folds them into the days. */
const foldedFrom = 500;

/** How many requests that this sponsor may see wait since which day, oldest first, and what each counts today. */
export async function readWaitingDays(db: DataSource, sponsorId: string): Promise<WaitingDay[]> {
  const rows: { day: string; n: number; today: string; changes: number }[] = await db.query(
    `SELECT day::text AS day, sum(n)::int AS n, (now() AT TIME ZONE 'UTC')::date::text AS today,
       sum(is_change)::int AS changes
     FROM (
       SELECT day, n, 0 AS is_change FROM open_request_days
       UNION ALL SELECT day, n, 1 FROM open_request_changes
       UNION ALL SELECT day, 1, 0 FROM open_requests r WHERE NOT r.is_public AND ${knownToSponsor('$1::uuid')}
     ) AS counted GROUP BY day ORDER BY day`,
    [sponsorId],
  );
  if (rows.reduce((sum, { changes }) => sum + changes, 0) >= foldedFrom) await foldChanges(db);
  return rows.flatMap(({ day, n, today }) => (n > 0 ? [{ day, n, weight: weightOf(day, today) }] : []));
}

/** Ids of the requests of one day that this sponsor may see, in the order in which they are numbered. */
export async function readRequestsOf(
  db: DataSource | EntityManager,
  sponsorId: string,
  day: string,
): Promise<string[]> {
  const rows: { id: string }[] = await db.query(
    `SELECT r.id FROM open_requests r WHERE r.day = $2 AND ${visibleToSponsor('$1::uuid')} ORDER BY r.id`,
    [sponsorId, day],
  );
  return rows.map(({ id }) => id);
}

/** Adds the changes to the days, in one statement, so that a reader sees either both as before or both as after. */
async function foldChanges(db: DataSource): Promise<void> {
  await db.query(`
    WITH folded AS (
      DELETE FROM open_request_changes WHERE ctid IN (
        SELECT ctid FROM open_request_changes FOR UPDATE SKIP LOCKED) RETURNING day, n)
    INSERT INTO open_request_days AS d (day, n) SELECT day, sum(n) FROM folded GROUP BY day ORDER BY day
    ON CONFLICT (day) DO UPDATE SET n = d.n + excluded.n`);
}
