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
import { findApprovals } from '../approvals/find-approvals.ts';
import { presentApproval } from '../approvals/present-approval.ts';
import { type CaseRow, caseColumns, caseJoins, presentCase } from './case-summary.ts';
import { findEndObstacle } from './end-obstacle.ts';
import { appealedSql, findAppealed } from './find-appealed.ts';

/** Returns a case with its subject, history and actions. */
export const getCase: Handler<typeof contracts.getCase> = async ({ params, caller }, { config, db }) => {
  const shown = await db.getRepository(CaseEntity).findOneBy({ id: params.id });
  const summary = await row<CaseRow>(db, `SELECT ${caseColumns} FROM cases c ${caseJoins} WHERE c.id = $1`, [
    params.id,
  ]);
  if (!shown || !summary) throw notFound('There is no such case.');
  const context = await findActionContext(db, shown, caller, config);
  const { approvals } = await findApprovals(db, { caseId: shown.id });
  // The words of replies, reports and appeals are erased with their person, so the insert-only history does not repeat them.
  const history = await rows<{ act: string; detail: string; actor: string | null; at: Date }>(
    db,
    `SELECT a.act, a.detail, u.full_name AS actor, a.created_at AS at FROM case_acts a
     LEFT JOIN users u ON u.id = a.actor_id WHERE a.case_id = $1 AND a.act <> 'replied'
     UNION ALL SELECT 'replied', format(E'To %s: %s\n%s', t.full_name, m.subject, m.text), o.full_name, m.created_at
     FROM case_replies m JOIN users o ON o.id = m.operator_id JOIN users t ON t.id = m.recipient_id WHERE m.case_id = $1
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
      approvals: approvals.map((approval) => presentApproval(context.approval, approval, caller.id)),
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
