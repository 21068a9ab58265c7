import type pg from 'pg';
import { type WaitingDay, weightOf } from '#contracts/draw-rules.ts';
import { foldDays, publicDaysSql } from '#services/requests/listing/open-request-days.ts';
import { knownToSponsor } from '#services/requests/visible-to-sponsor.ts';

/** How many requests that this sponsor may see wait since which day, oldest first, and what each counts today. */
export async function readWaitingDays(pool: pg.Pool, sponsorId: string): Promise<WaitingDay[]> {
  const { rows } = await pool.query<{ days: string | null; today: string; changes: number }>({
    name: 'waiting-days',
    // One text, because hundreds of rows cost more to hand over than to count.
    text: `SELECT string_agg(day || ' ' || n, ',' ORDER BY day) FILTER (WHERE n > 0) AS days,
        (now() AT TIME ZONE 'UTC')::date::text AS today, coalesce(sum(changes), 0)::int AS changes
      FROM (SELECT day, sum(n)::int AS n, sum(is_change) AS changes FROM (${publicDaysSql}
        UNION ALL SELECT day, 1, 0 FROM open_requests r WHERE NOT r.is_public AND ${knownToSponsor('$1::uuid')}
      ) AS counted GROUP BY day) AS per_day`,
    values: [sponsorId],
  });
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL counted nothing');
  await foldDays(pool, row.changes);
  if (!row.days) return [];
  return row.days.split(',').map((one) => {
    const [day = '', n] = one.split(' ');
    return { day, n: Number(n), weight: weightOf(day, row.today) };
  });
}
