import type { DataSource } from 'typeorm';
import type { DeskLedgerTransaction } from '#contracts/desk/desk-money.ts';
import { rows } from '#services/platform/database/sql.ts';

type TransactionRow = Omit<DeskLedgerTransaction, 'at'> & { at: Date };

/**
 * Returns transactions of the ledger with their postings, newest first.
 *
 * @param condition SQL on `t` with `$1` …; it may end with an OFFSET and LIMIT after ORDER BY of its own
 */
export async function findLedgerTransactions(
  db: DataSource,
  condition: string,
  values: readonly unknown[],
): Promise<DeskLedgerTransaction[]> {
  const found = await rows<TransactionRow>(
    db,
    `SELECT t.id, t.kind, t.reference, t.payment_id AS "paymentId", u.full_name AS actor, t.created_at AS at,
       (SELECT jsonb_agg(jsonb_build_object('account', p.account, 'amount',
           jsonb_build_object('minor', p.amount_minor, 'currency', p.currency)) ORDER BY p.line)
         FROM ledger_postings p WHERE p.transaction_id = t.id) AS postings
     FROM (SELECT * FROM ledger_transactions t WHERE ${condition}) AS t LEFT JOIN users u ON u.id = t.actor_id
     ORDER BY t.created_at DESC, t.id`,
    values,
  );
  return found.map(({ at, postings, ...same }) => ({
    ...same,
    postings: postings ?? [],
    at: at.toISOString(),
  }));
}
