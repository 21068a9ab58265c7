import type { CaseAge, CaseOrder, CaseWait, InboxFilters } from '#contracts/desk/desk-inbox.ts';
import { currentFirst } from '#services/disputes/disputes.ts';
import { approvalsSql } from '../approvals/approvals-sql.ts';
import { subjectOf } from '../cases/case-summary.ts';

/** Joins the refund and the dispute of a case `c` of these kinds, the open one first; after {@link caseJoins}. */
export const moneyJoins = `LEFT JOIN LATERAL (
    SELECT f.* FROM refunds f WHERE c.kind = 'refund' AND f.payment_id = p.id
    ORDER BY f.status IN ('processed', 'failed'), f.created_at DESC, f.id LIMIT 1) refunded ON true
  LEFT JOIN LATERAL (
    SELECT d.* FROM disputes d WHERE c.kind = 'dispute' AND d.payment_id = p.id ORDER BY ${currentFirst} LIMIT 1) disputed ON true`;

/** SQL: the amount that a case `c` is about, in minor units, with {@link moneyJoins}. */
export const amountSql = `CASE WHEN disputed.id IS NOT NULL THEN disputed.amount_minor
  WHEN refunded.id IS NOT NULL THEN refunded.amount_minor
  WHEN c.kind = 'purchase' THEN p.price_minor
  ELSE coalesce(p.captured_minor, p.amount_minor, r.price_minor) END`;

/** SQL: the currency of {@link amountSql}. */
export const currencySql = `CASE WHEN disputed.id IS NOT NULL THEN disputed.currency
  WHEN refunded.id IS NOT NULL THEN refunded.currency
  WHEN c.kind <> 'purchase' AND p.captured_minor IS NOT NULL THEN coalesce(p.captured_currency, p.currency)
  ELSE coalesce(p.currency, r.currency) END`;

// Texts of their own, because no index is used for a condition that depends on a parameter.
const ages: Record<CaseAge, string> = {
  any: `c.status <> 'closed'`,
  overdue: `c.status <> 'closed' AND c.due_at < now()`,
  today: `c.status <> 'closed' AND c.due_at < now() + interval '1 day'`,
  closed: `c.status = 'closed'`,
};

const isWaitingForApproval = `c.id IN (SELECT w."caseId" FROM (${approvalsSql}) w)`;

const waitSql = (wait: CaseWait): string => {
  if (wait === 'any') return 'true';
  if (wait === 'approval') return isWaitingForApproval;
  if (wait === 'nothing') return `c.waiting_on IS NULL AND NOT ${isWaitingForApproval}`;
  return `c.waiting_on = '${wait}'`;
};

/** SQL: whether a case `c` matches the filters. `$1` are the kinds or null, `$2` the id of the operator. */
export const filterSql = ({
  owner,
  age,
  waiting,
}: Pick<InboxFilters, 'owner' | 'age' | 'waiting'>): string => {
  const owners: Record<InboxFilters['owner'], string> = {
    anyone: '$2::uuid IS NOT NULL',
    me: 'c.owner_id = $2::uuid',
    others: 'c.owner_id <> $2::uuid',
    unassigned: 'c.owner_id IS NULL AND $2::uuid IS NOT NULL',
  };
  return `($1::text[] IS NULL OR c.kind = ANY ($1)) AND ${owners[owner]} AND ${ages[age]} AND ${waitSql(waiting)}`;
};

const orders: Record<CaseOrder, string> = {
  due: 'c.due_at',
  oldest: 'c.created_at',
  newest: 'c.created_at DESC',
  amount: `${currencySql} NULLS LAST, ${amountSql} DESC NULLS LAST`,
};

// Each row by its index: a join that may be hashed reads all payments, purchases and requests for a few open cases.
const rowOf = (table: string, alias: string, id: string) =>
  `LEFT JOIN LATERAL (SELECT * FROM ${table} WHERE id = ${id} LIMIT 1) ${alias} ON true`;
const amountJoins = `${rowOf('purchases', 'bought', subjectOf('purchase'))}
  ${rowOf('payments', 'p', `coalesce(bought.payment_id, ${subjectOf('payment')})`)}
  ${rowOf('requests', 'r', `coalesce(bought.request_id, p.request_id, ${subjectOf('request')})`)}
  ${moneyJoins}`;

/**
 * SQL: the order of cases `c`, with the joins that it needs. Closed ones are sorted by the time of their end instead of their due
 * time or their amount, which would have to be read for all that were ever closed.
 */
export function orderSql({ order, age }: Pick<InboxFilters, 'order' | 'age'>): {
  order: string;
  joins: string;
} {
  const isByEnd = age === 'closed' && (order === 'due' || order === 'amount');
  const key = isByEnd ? 'c.closed_at DESC' : orders[order];
  return { order: `${key}, c.id`, joins: order === 'amount' && !isByEnd ? amountJoins : '' };
}
