import type { CaseDetails } from '#contracts/desk/desk.ts';
import { limits } from '#contracts/limits.ts';
import { row, rows, type SqlClient } from '#services/platform/database/sql.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';

type Transaction = NonNullable<CaseDetails['transaction']>;
type TransactionRow = WithDates<Omit<Transaction, 'candidates'>, 'paidAt'>;
type Candidate = WithDates<Transaction['candidates'][number], 'createdAt'>;

/** Number of payments that are offered for each reason. */
const offered = 5;

const candidateColumns = `p.id, p.reference, p.status, json_build_object('id', u.id, 'name', u.full_name) AS payer,
  r.course_title AS course, json_build_object('minor', p.amount_minor, 'currency', p.currency) AS amount,
  p.created_at AS "createdAt"`;
// The page of a younger payment is open, and its payer could pay once more.
const candidates = `payments p JOIN users u ON u.id = p.payer_id JOIN requests r ON r.id = p.request_id
  WHERE p.captured_minor IS NULL AND p.status IN ('initiating', 'pending', 'failed', 'abandoned')
    AND coalesce(p.opened_at, p.created_at) <= now() - interval '${limits.paymentSessionMs} milliseconds'`;
const newest = `ORDER BY p.created_at DESC, p.id LIMIT ${offered}`;

/** Returns the transaction that a reconciliation case is about and no payment has; null for another difference. */
export async function findTransaction(client: SqlClient, subjectId: string): Promise<Transaction | null> {
  const [difference, ...reference] = subjectId.split(':');
  if (difference !== 'missing_here') return null;
  const transaction = await row<TransactionRow>(
    client,
    `SELECT t.id, t.reference, t.provider_id AS "providerId",
       json_build_object('minor', t.amount_minor, 'currency', t.currency) AS amount,
       CASE WHEN t.fees_minor IS NOT NULL THEN json_build_object('minor', t.fees_minor, 'currency', t.currency) END AS fee,
       t.payer_email AS "payerEmail",
       CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'name', u.full_name) END AS payer, t.paid_at AS "paidAt",
       t.decision, t.refund_status AS "refundStatus", t.refund_failure AS "refundFailure"
     FROM unmatched_transactions t LEFT JOIN users u ON u.email = t.payer_email WHERE t.reference = $1`,
    [reference.join(':')],
  );
  if (!transaction) return null;
  const { payer, amount } = transaction;
  // Two branches with an index each: a condition with OR would read all payments.
  const fitting = await rows<Candidate>(
    client,
    `SELECT * FROM ((SELECT ${candidateColumns} FROM ${candidates} AND p.payer_id = $1 ${newest})
       UNION ALL (SELECT ${candidateColumns} FROM ${candidates} AND p.payer_id IS DISTINCT FROM $1
         AND p.currency = $2 AND p.amount_minor = $3 ${newest})) c`,
    [payer?.id ?? null, amount.currency, amount.minor],
  );
  return { ...isoTimes(transaction), candidates: fitting.map(isoTimes) };
}
