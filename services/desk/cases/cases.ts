import type * as z from 'zod/mini';
import type * as contracts from '#contracts/desk/desk.ts';
import { lockOwnCase } from '#services/cases/case-ownership.ts';
import { CaseEntity } from '#services/cases/cases.entity.ts';
import type { Handler } from '#services/deps.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { notFound } from '#services/platform/errors.ts';
import { isoTimes } from '#services/platform/iso-times.ts';
import { findOpenRequests } from '#services/requests/listing/find-open-requests.ts';
import { presentListedRequests } from '#services/requests/present-request.ts';
import { actionsFor, findActionContext, presentAction } from '../actions/registry.ts';
import { findApprovals, findOperators } from '../approvals/find-approvals.ts';
import { presentApproval } from '../approvals/present-approval.ts';
import { type CaseRow, caseColumns, caseJoins, presentCase } from './case-summary.ts';
import { findEndObstacle } from './end-obstacle.ts';
import { appealedSql, findAppealed } from './find-appealed.ts';

const filters = `($1::text IS NULL OR c.kind = $1)
  AND CASE $2 WHEN 'me' THEN c.owner_id = $3::uuid WHEN 'unassigned' THEN c.owner_id IS NULL ELSE true END
  AND CASE $4
    WHEN 'closed' THEN c.status = 'closed'
    WHEN 'overdue' THEN c.status <> 'closed' AND c.due_at < now()
    WHEN 'today' THEN c.status <> 'closed' AND c.due_at < now() + interval '1 day'
    ELSE c.status <> 'closed' END`;

/** Returns the inbox: the case due first at the top, closed ones by the time of their end. */
export const listCases: Handler<typeof contracts.listCases> = async ({ query, caller }, { db }) => {
  const values = [query.kind ?? null, query.owner, caller.id, query.age];
  const order = query.age === 'closed' ? 'c.closed_at DESC' : 'c.due_at';
  const listed = `SELECT ${caseColumns} FROM cases c ${caseJoins} WHERE ${filters} ORDER BY ${order}, c.id LIMIT $5`;
  const cases = await rows<CaseRow>(db, listed, [...values, query.limit]);
  const operators = await findOperators(db);
  const counted = `SELECT count(*)::int AS n FROM cases c WHERE ${filters}`;
  const total = await row<{ n: number }>(db, counted, values);
  const counts = await row<z.output<typeof contracts.listCases.response>['data']['counts']>(
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
      cases: cases.map((item) => presentCase(item, operators)),
      total: total?.n ?? 0,
      counts: counts ?? { open: 0, mine: 0, unclaimed: 0, overdue: 0, byKind: {} },
    },
  };
};

/** Returns a case with its subject, history and actions. */
export const getCase: Handler<typeof contracts.getCase> = async ({ params, caller }, { config, db }) => {
  const shown = await db.getRepository(CaseEntity).findOneBy({ id: params.id });
  const summary = await row<CaseRow>(db, `SELECT ${caseColumns} FROM cases c ${caseJoins} WHERE c.id = $1`, [
    params.id,
  ]);
  if (!shown || !summary) throw notFound('There is no such case.');
  const context = await findActionContext(db, shown, caller, config);
  const { approvals } = await findApprovals(db, { caseId: shown.id });
  const history = await rows<{ act: string; detail: string; actor: string | null; at: Date }>(
    db,
    `SELECT a.act, a.detail, u.full_name AS actor, a.created_at AS at FROM case_acts a
     LEFT JOIN users u ON u.id = a.actor_id WHERE a.case_id = $1
     -- The words of reports and appeals are erased with their person, so the insert-only history does not repeat them.
     UNION ALL SELECT 'reported', details, NULL, created_at FROM reports
     WHERE case_id = $1 AND details IS NOT NULL
     ${shown.kind === 'appeal' ? `UNION ALL SELECT 'appealed', appeal, NULL, "appealedAt" FROM (${appealedSql}) d` : ''} ORDER BY at`,
    [shown.id],
  );
  return {
    message: 'The case.',
    data: {
      ...presentCase(summary, context.approval.operators),
      ...context.subject,
      subject: { type: shown.subjectType, id: shown.subjectId },
      outcome: shown.outcome,
      closedReason: shown.closedReason,
      closedAt: shown.closedAt?.toISOString() ?? null,
      isMine: shown.ownerId === caller.id,
      endObstacle: await findEndObstacle(db, shown, caller.id, context.approval.operators),
      history: history.map(isoTimes),
      appealed: await findAppealed(db, shown, caller.id),
      actions: await Promise.all(actionsFor(context).map((action) => presentAction(db, action, context))),
      approvals: await Promise.all(
        approvals.map((row) => presentApproval(db, context.approval, row, caller.id)),
      ),
    },
  };
};

/**
 * Lists the open requests that every sponsor may see, with the learners' e-mails, to the operator of a case.
 * @throws HttpError 404 for an unknown case, 409 for one that is not the caller's
 */
export const listOpenRequests: Handler<typeof contracts.listOpenRequests> = async (
  { params, query, caller },
  deps,
) => {
  await deps.db.transaction((manager) => lockOwnCase(manager, params.id, caller.id));
  const { requests, ...paging } = await findOpenRequests(deps, caller.id, { ...query, sort: 'waiting' });
  const data = await presentListedRequests(deps.db, caller, requests, false);
  return { message: 'Requests that sponsors see', data, ...paging };
};
