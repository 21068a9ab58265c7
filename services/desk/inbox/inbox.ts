import type * as z from 'zod/mini';
import type * as contracts from '#contracts/desk/desk-inbox.ts';
import type { Approver } from '#services/cases/approval.ts';
import { claimCase, findExcludedCases, isExcluded } from '#services/cases/case-ownership.ts';
import type { Handler } from '#services/deps.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { findBlockedCases, findOperators } from '../approvals/find-approvals.ts';
import { type CaseRow, caseColumns, caseJoins, presentCase } from '../cases/case-summary.ts';
import { amountSql, currencySql, filterSql, moneyJoins, orderSql } from './inbox-sql.ts';

interface InboxRow extends CaseRow, Pick<contracts.CaseRow, 'course' | 'stage'> {
  personId: string | null;
  personName: string | null;
  amountMinor: number | null;
  currency: string | null;
  since: Date;
}

const rowColumns = `${caseColumns}, coalesce(learner.id, about_person.id) AS "personId",
  coalesce(learner.full_name, about_person.full_name) AS "personName", coalesce(r.course_title, about_course.title) AS course,
  (${amountSql})::float8 AS "amountMinor", ${currencySql} AS currency,
  CASE c.kind WHEN 'purchase' THEN bought.status WHEN 'payment_review' THEN p.status
    WHEN 'refund' THEN CASE WHEN refunded.status = 'pending' AND refunded.approved_at IS NULL
      THEN 'unapproved' ELSE refunded.status END
    WHEN 'dispute' THEN CASE WHEN disputed.status = 'awaiting_merchant' AND disputed.answer IS NOT NULL
      THEN 'answering' ELSE disputed.status END END AS stage,
  coalesce(CASE c.status WHEN 'closed' THEN c.closed_at
    WHEN 'waiting' THEN (SELECT max(a.created_at) FROM case_acts a WHERE a.case_id = c.id AND a.act = 'waiting')
    END, c.claimed_at, c.created_at) AS since`;

type Counts = z.output<typeof contracts.listCases.response>['data']['counts'];

/** Returns a page of the inbox: by default the case due first at the top, closed ones by the time of their end. */
export const listCases: Handler<typeof contracts.listCases> = async ({ query, caller }, { db }) => {
  const values = [query.kind ?? null, caller.id];
  const filters = filterSql(query);
  const counted = await row<Counts & { total: number }>(
    db,
    `SELECT (SELECT count(*) FROM cases c WHERE ${filters})::int AS total,
       coalesce(sum(n), 0)::int AS open, coalesce(sum(mine), 0)::int AS mine,
       coalesce(sum(unclaimed), 0)::int AS unclaimed, coalesce(sum(overdue), 0)::int AS overdue,
       coalesce(jsonb_object_agg(kind, n), '{}') AS "byKind"
     FROM (SELECT kind, count(*)::int AS n, count(*) FILTER (WHERE owner_id = $2) AS mine,
         count(*) FILTER (WHERE owner_id IS NULL) AS unclaimed, count(*) FILTER (WHERE due_at < now()) AS overdue
       FROM cases WHERE status <> 'closed' GROUP BY kind) AS k`,
    values,
  );
  const { total, ...counts } = counted ?? {
    total: 0,
    open: 0,
    mine: 0,
    unclaimed: 0,
    overdue: 0,
    byKind: {},
  };
  const pages = Math.max(1, Math.ceil(total / query.limit));
  const page = Math.min(query.page, pages);
  const { order, joins } = orderSql(query);
  const cases = await rows<InboxRow>(
    db,
    `SELECT ${rowColumns}
     FROM (SELECT c.* FROM cases c ${joins} WHERE ${filters} ORDER BY ${order} LIMIT $3 OFFSET $4) c
     ${caseJoins} ${moneyJoins} LEFT JOIN users learner ON learner.id = r.learner_id ORDER BY ${order}`,
    [...values, query.limit, (page - 1) * query.limit],
  );
  const operators = await findOperators(db);
  const shown = cases.map((inboxRow) => presentRow(inboxRow, caller.id, operators));
  return { message: 'The cases.', data: { cases: shown, total, page, pages, counts } };
};

function presentRow(
  inboxRow: InboxRow,
  operatorId: string,
  operators: readonly Approver[],
): contracts.CaseRow {
  const { personId, personName, amountMinor, currency, since, course, stage, ...summary } = inboxRow;
  return {
    ...presentCase(summary, operators),
    course,
    stage,
    person: personId === null ? null : { id: personId, name: personName ?? '' },
    amount: amountMinor === null || currency === null ? null : { minor: amountMinor, currency },
    since: since.toISOString(),
    mayClaim:
      summary.status !== 'closed' && summary.ownerId === null && !isExcluded(summary, operatorId, operators),
  };
}

/**
 * Claims the first unclaimed case of these filters. It skips those that wait, those that the operator may not claim, those in which
 * another operator has to approve first, and those that a transaction changes at the moment.
 */
export const takeNextCase: Handler<typeof contracts.takeNextCase> = async (
  { body, caller },
  { config, db },
) => {
  const age = body.age === 'closed' ? 'any' : body.age;
  const filters = filterSql({ ...body, owner: 'unassigned', age });
  const { order, joins } = orderSql({ ...body, age });
  // Unless the filter names the person, there is nothing to do in a case that waits until its time has come.
  const isReady = body.waiting === 'any' ? `(c.status <> 'waiting' OR c.due_at <= now())` : 'true';
  const id = await inTransaction(db, async (manager) => {
    const blocked = await findBlockedCases(manager, caller.id, config);
    const operators = await findOperators(manager);
    const excluded = await findExcludedCases(manager, caller.id, operators);
    const next = await row<{ id: string }>(
      manager,
      `SELECT c.id FROM cases c ${joins} WHERE ${filters} AND ${isReady}
         AND c.id IS DISTINCT FROM $3::uuid AND c.id <> ALL ($4::uuid[])
       ORDER BY ${order} LIMIT 1 FOR UPDATE OF c SKIP LOCKED`,
      [body.kind ?? null, caller.id, body.except ?? null, [...blocked, ...excluded]],
    );
    if (next) await claimCase(manager, { caseId: next.id, operatorId: caller.id, operators });
    return next?.id ?? null;
  });
  const message = id ? 'The case is yours.' : 'No unclaimed case is left here that you can take.';
  return { message, data: { id } };
};
