import { type WaitingDay, weightOf } from '#contracts/draw-rules.ts';
import { publicDaysSql } from '#services/requests/listing/open-request-days.ts';
import { grantedToSponsor, reservedByAnother } from '#services/requests/visible-to-sponsor.ts';

/**
 * How many requests that a sponsor may see, and that nobody else is just paying for, wait since which day, oldest
 * first, as SQL of one row: `days` for {@link parseDays}, null when nobody waits, and `changes`, how many of them are
 * not folded yet. One text, because hundreds of rows cost more to hand over than to count.
 */
export function waitingDaysSql(sponsor: string): string {
  const isTaken = reservedByAnother(sponsor, 'now()');
  return `SELECT string_agg(day || ' ' || n, ',' ORDER BY day) FILTER (WHERE n > 0) AS days,
      coalesce(sum(changes), 0)::int AS changes
    FROM (SELECT day, sum(n)::int AS n, sum(is_change) AS changes FROM (${publicDaysSql}
      UNION ALL SELECT day, -1, 0 FROM open_requests r WHERE r.is_public AND ${isTaken}
      UNION ALL SELECT day, 1, 0 FROM open_requests r
        WHERE NOT r.is_public AND ${grantedToSponsor(sponsor)} AND NOT ${isTaken}
    ) AS counted GROUP BY day) AS per_day`;
}

/** The days of a draw with what each of their requests counts on the day of the draw. */
export function parseDays(days: string, today: string): WaitingDay[] {
  return days.split(',').map((one) => {
    const [day = '', n] = one.split(' ');
    return { day, n: Number(n), weight: weightOf(day, today) };
  });
}

/** The day of a draw in UTC, as SQL over `draws`. */
export const drawDateSql = `(created_at AT TIME ZONE 'UTC')::date::text`;
