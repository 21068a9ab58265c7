import type { DataSource } from 'typeorm';
import type { SponsorList } from '#contracts/dashboard/request-state.ts';
import type { Impact } from '#contracts/dashboard/sponsored.ts';
import { toMajor } from '#contracts/money.ts';
import { rows } from '#services/platform/database/sql.ts';

/** SQL: payments `p` with their request `r`, and `g` for those that fund it. */
export const fundingSql = `payments p JOIN requests r ON r.id = p.request_id
  LEFT JOIN sponsoring_payments g ON g.id = p.id`;
/** SQL: whether a row of {@link fundingSql} is counted in a list. */
export const sponsorListSql: Readonly<Record<SponsorList, string>> = {
  funded: 'g.id IS NOT NULL',
  completed: `(g.id IS NOT NULL AND r.status = 'completed')`,
};

/**
 * Returns the totals of a sponsor's courses: by month and currency, by currency, and overall. A payment that was given back because
 * its payer bought the course elsewhere counts as a course with nothing paid.
 */
export async function findImpact(db: DataSource, sponsorId: string): Promise<Impact> {
  // Sums stay far below 2^53, so they fit a double exactly.
  const totals = await rows<{
    month: string | null;
    currency: string | null;
    funded: number;
    completed: number;
    paidMinor: number;
  }>(
    db,
    `SELECT to_char(p.settled_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, p.currency,
       (count(*) FILTER (WHERE ${sponsorListSql.funded}))::int AS funded,
       (count(*) FILTER (WHERE ${sponsorListSql.completed}))::int AS completed,
       coalesce(sum(p.amount_minor) FILTER (WHERE p.status <> 'reversed'), 0)::float8 AS "paidMinor"
     FROM ${fundingSql}
     WHERE p.payer_id = $1 AND (p.status = 'added' OR ${sponsorListSql.funded})
     GROUP BY GROUPING SETS ((1, 2), (2), ())
     ORDER BY 1, 2`,
    [sponsorId],
  );
  const overall = totals.find(({ currency }) => currency === null);
  const funding = totals.flatMap(({ currency, funded, completed, paidMinor, month }) =>
    currency === null ? [] : { month, currency, funded, completed, paid: toMajor(paidMinor) },
  );
  return {
    funded: overall?.funded ?? 0,
    completed: overall?.completed ?? 0,
    currencies: funding.flatMap(({ month, ...sums }) => (month === null ? sums : [])),
    months: funding.flatMap(({ month, ...sums }) => (month === null ? [] : { ...sums, month })),
  };
}
