import { type WaitingDay, weightOf } from '#contracts/funding/draw-rules.ts';
import { publicDaysSql } from '#services/requests/listing/open-request-days.ts';
import {
  listedForSponsorOnly,
  listedForVisitorSql,
  notPayableBy,
} from '#services/requests/visible-to-sponsor.ts';

/**
 * Returns SQL of one row: `days`, the number of requests per filing day, oldest first, that the sponsor may see and
 * pay now (null when there are none, parsed by {@link parseDays}), and `changes`, the number of rows not compacted yet. The days are one string because hundreds of rows take longer to transfer than to count.
 */
export function waitingDaysSql(sponsor: string): string {
  const isTaken = notPayableBy(sponsor, 'now()');
  return `SELECT string_agg(day || ' ' || n, ',' ORDER BY day) FILTER (WHERE n > 0) AS days,
      coalesce(sum(changes), 0)::int AS changes
    FROM (SELECT day, sum(n)::int AS n, sum(is_change) AS changes FROM (${publicDaysSql}
      UNION ALL SELECT day, -1, 0 FROM open_requests r WHERE ${listedForVisitorSql} AND ${isTaken}
      UNION ALL SELECT day, 1, 0 FROM open_requests r
        WHERE ${listedForSponsorOnly(sponsor)} AND NOT ${isTaken}
    ) AS counted GROUP BY day) AS per_day`;
}

/** Parses the days of a draw and adds the weight of each day on the date of the draw. */
export function parseDays(days: string, today: string): WaitingDay[] {
  return days.split(',').map((one) => {
    const [day = '', n] = one.split(' ');
    return { day, n: Number(n), weight: weightOf(day, today) };
  });
}

/** SQL expression over `draws`: the date of a draw in UTC. */
export const drawDateSql = `(created_at AT TIME ZONE 'UTC')::date::text`;
