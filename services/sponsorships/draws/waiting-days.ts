import type pg from 'pg';
import { type WaitingDay, weightOf } from '#contracts/draw-rules.ts';
import { foldDays, publicDaysSql } from '#services/requests/open-request-days.ts';
import { knownToSponsor, visibleToSponsor } from '#services/requests/visible-to-sponsor.ts';

/** How many requests that this sponsor may see wait since which day, oldest first, and what each counts today. */
export async function readWaitingDays(pool: pg.Pool, sponsorId: string): Promise<WaitingDay[]> {
  const { rows } = await pool.query<{ day: string; n: number; today: string; changes: number }>({
    name: 'waiting-days',
    text: `SELECT day::text AS day, sum(n)::int AS n, (now() AT TIME ZONE 'UTC')::date::text AS today,
        sum(is_change)::int AS changes
      FROM (${publicDaysSql}
        UNION ALL SELECT day, 1, 0 FROM open_requests r WHERE NOT r.is_public AND ${knownToSponsor('$1::uuid')}
      ) AS counted GROUP BY day ORDER BY 1`,
    values: [sponsorId],
  });
  await foldDays(
    pool,
    rows.reduce((sum, { changes }) => sum + changes, 0),
  );
  return rows.flatMap(({ day, n, today }) => (n > 0 ? [{ day, n, weight: weightOf(day, today) }] : []));
}

/** Ids of the requests of one day that this sponsor may see, in the order in which they are numbered. */
export async function readRequestsOf(pool: pg.Pool, sponsorId: string, day: string): Promise<string[]> {
  const { rows } = await pool.query<{ ids: string[] }>({
    name: 'requests-of-day',
    text: `SELECT ARRAY(
      SELECT r.id FROM open_requests r WHERE r.day = $2::date AND ${visibleToSponsor('$1::uuid')} ORDER BY r.id
    ) AS ids`,
    values: [sponsorId, day],
  });
  return rows[0]?.ids ?? [];
}
