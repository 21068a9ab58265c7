import type { listCases as contract } from '#contracts/desk/desk.ts';
import type { Handler } from '#services/deps.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { type CaseRow, caseColumns, caseJoins, presentCase } from './present-case.ts';

const filters = `($1::text IS NULL OR c.kind = $1)
  AND CASE $2 WHEN 'me' THEN c.owner_id = $3::uuid WHEN 'unassigned' THEN c.owner_id IS NULL ELSE true END
  AND CASE $4
    WHEN 'closed' THEN c.status = 'closed'
    WHEN 'overdue' THEN c.status <> 'closed' AND c.due_at < now()
    WHEN 'today' THEN c.status <> 'closed' AND c.due_at < now() + interval '1 day'
    ELSE c.status <> 'closed' END`;

interface Counts {
  open: number;
  mine: number;
  unclaimed: number;
  overdue: number;
  byKind: Record<string, number>;
}

/** Returns the inbox: the case due first at the top, closed ones by the time of their end. */
export const listCases: Handler<typeof contract> = async ({ query, caller }, { db }) => {
  const values = [query.kind ?? null, query.owner, caller.id, query.age];
  const order = query.age === 'closed' ? 'c.closed_at DESC' : 'c.due_at';
  const cases = await rows<CaseRow>(
    db,
    `SELECT ${caseColumns} FROM cases c ${caseJoins} WHERE ${filters} ORDER BY ${order}, c.id LIMIT $5`,
    [...values, query.limit],
  );
  const total = await row<{ n: number }>(
    db,
    `SELECT count(*)::int AS n FROM cases c WHERE ${filters}`,
    values,
  );
  const counts = await row<Counts>(
    db,
    `SELECT coalesce(sum(n), 0)::int AS open, coalesce(sum(mine), 0)::int AS mine,
       coalesce(sum(unclaimed), 0)::int AS unclaimed, coalesce(sum(overdue), 0)::int AS overdue,
       coalesce(jsonb_object_agg(kind, n), '{}') AS "byKind"
     FROM (SELECT kind, count(*)::int AS n, count(*) FILTER (WHERE owner_id = $1) AS mine,
         count(*) FILTER (WHERE owner_id IS NULL) AS unclaimed, count(*) FILTER (WHERE due_at < now()) AS overdue
       FROM cases WHERE status <> 'closed' GROUP BY kind) AS k`,
    [caller.id],
  );
  return {
    message: 'The cases.',
    data: {
      cases: cases.map(presentCase),
      total: total?.n ?? 0,
      counts: counts ?? { open: 0, mine: 0, unclaimed: 0, overdue: 0, byKind: {} },
    },
  };
};
