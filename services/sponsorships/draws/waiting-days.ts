import type { DataSource } from 'typeorm';
import { type WaitingDay, weightOf } from '#contracts/draw-rules.ts';
import { foldDays, publicDaysSql } from '#services/requests/open-request-days.ts';
import { knownToSponsor, visibleToSponsor } from '#services/requests/visible-to-sponsor.ts';

/** How many requests that this sponsor may see wait since which day, oldest first, and what each counts today. */
export async function readWaitingDays(db: DataSource, sponsorId: string): Promise<WaitingDay[]> {
  const rows: { day: string; n: number; today: string; changes: number }[] = await db.query(
    `SELECT day::text AS day, sum(n)::int AS n, (now() AT TIME ZONE 'UTC')::date::text AS today,
       sum(is_change)::int AS changes
     FROM (${publicDaysSql}
       UNION ALL SELECT day, 1, 0 FROM open_requests r WHERE NOT r.is_public AND ${knownToSponsor('$1::uuid')}
     ) AS counted GROUP BY day ORDER BY day`,
    [sponsorId],
  );
  await foldDays(
    db,
    rows.reduce((sum, { changes }) => sum + changes, 0),
  );
  return rows.flatMap(({ day, n, today }) => (n > 0 ? [{ day, n, weight: weightOf(day, today) }] : []));
}

/** Ids of the requests of one day that this sponsor may see, in the order in which they are numbered. */
export async function readRequestsOf(db: DataSource, sponsorId: string, day: string): Promise<string[]> {
  const rows: { id: string }[] = await db.query(
    `SELECT r.id FROM open_requests r WHERE r.day = $2 AND ${visibleToSponsor('$1::uuid')} ORDER BY r.id`,
    [sponsorId, day],
  );
  return rows.map(({ id }) => id);
}
