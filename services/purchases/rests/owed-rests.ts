import { row, type SqlClient } from '#services/platform/database/sql.ts';

/**
 * SQL: what the completion fund has of the rest of each order of the payment `paymentId`, with the operator who recorded
 * it, and when: nothing once the price came back with it. Orders of a purchase that has ended are left out.
 */
export const heldRestsSql = (paymentId: string): string =>
  `SELECT split_part(t.reference, ':', 2)::int AS attempt, (-sum(p.amount_minor))::float8 AS "restMinor",
     max(t.actor_id::text) FILTER (WHERE t.kind = 'purchase') AS "operatorId",
     min(t.created_at) AS "recordedAt"
   FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id
   JOIN purchases u ON u.id = split_part(t.reference, ':', 1)::uuid AND u.status <> 'failed'
   WHERE t.payment_id = ${paymentId} AND t.kind IN ('purchase', 'purchase_return') AND p.account = 'completion_fund'
   GROUP BY 1 HAVING sum(p.amount_minor) < 0`;

/**
 * SQL: whether the refund `f` is of a rest that is still owed to the payer: it has failed, was not requested again, and the completion
 * fund has the rest.
 */
export const isRestOwedSql = `(f.is_rest AND f.status = 'failed'
  AND EXISTS (SELECT FROM payments y WHERE y.id = f.payment_id AND y.status IN ('approved', 'added'))
  AND NOT EXISTS (SELECT FROM refunds later WHERE later.payment_id = f.payment_id AND later.rest_attempt = f.rest_attempt
    AND (later.created_at, later.id) > (f.created_at, f.id))
  AND f.rest_attempt IN (SELECT held.attempt FROM (${heldRestsSql('f.payment_id')}) AS held))`;

/** Returns the oldest refund of a rest of this payment that has failed and is still owed to the payer. */
export function findOwedRest(
  client: SqlClient,
  paymentId: string,
): Promise<{ amountMinor: number; currency: string; restAttempt: number } | undefined> {
  return row(
    client,
    `SELECT f.amount_minor::float8 AS "amountMinor", f.currency, f.rest_attempt AS "restAttempt" FROM refunds f
     WHERE f.payment_id = $1 AND ${isRestOwedSql} ORDER BY f.created_at, f.id LIMIT 1`,
    [paymentId],
  );
}
