import type { DataSource, EntityManager } from 'typeorm';
import { closeCase } from '#services/cases/close-case.ts';
import type { CaseKey } from '#services/cases/open-case.ts';
import { execute, lockRow, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { ListedTransaction } from '#services/providers/payment-provider.ts';
import { type UnmatchedTransaction, UnmatchedTransactionEntity } from '../ledger.entity.ts';

/** A row of the provider's list with the reference by which its payment is found. */
export type NamedTransaction = ListedTransaction & { reference: string };

/** Returns the case about a transaction that no payment has. */
export const unmatchedCase = (reference: string): CaseKey => ({
  kind: 'reconciliation',
  subject: { type: 'reconciliation', id: `missing_here:${reference}` },
});

/** SQL: the reference of the transaction or payment in the id of the subject of a reconciliation case. */
export const referenceSql = (id: string): string => `substr(${id}, strpos(${id}, ':') + 1)`;

/** Returns the transaction that a reconciliation case is about, with its row lock. The lock precedes that of the case. */
export async function lockUnmatched(
  manager: EntityManager,
  subjectId: string,
): Promise<UnmatchedTransaction | undefined> {
  const [difference, ...reference] = subjectId.split(':');
  if (difference !== 'missing_here') return undefined;
  return lockRow(manager, UnmatchedTransactionEntity, { reference: reference.join(':') });
}

/**
 * Stores what the provider says about transactions that no payment has; once an operator has decided, it stays as it was. Returns the
 * references of those that need no operator any more: not ours, or given back completely, whose case is closed.
 *
 * @param returnedMinor what the provider gave back, by reference
 */
export async function storeUnmatched(
  db: DataSource,
  transactions: readonly NamedTransaction[],
  returnedMinor: ReadonlyMap<string, number>,
): Promise<Set<string>> {
  if (transactions.length === 0) return new Set();
  const listed = transactions.map(({ createdAt, paidAt, ...transaction }) => ({
    ...transaction,
    paidAt: paidAt ?? createdAt,
  }));
  await execute(
    db,
    `INSERT INTO unmatched_transactions AS u
       (reference, provider_id, amount_minor, currency, fees_minor, payer_email, paid_at)
     SELECT * FROM jsonb_to_recordset($1) AS t (reference text, id text, "amountMinor" bigint, currency text, "feesMinor" bigint,
       "payerEmail" text, "paidAt" timestamptz)
     ON CONFLICT (reference) DO UPDATE SET amount_minor = excluded.amount_minor, currency = excluded.currency,
       fees_minor = excluded.fees_minor, payer_email = excluded.payer_email, paid_at = excluded.paid_at
     WHERE u.decision IS NULL`,
    [JSON.stringify(listed)],
  );
  const stored = await rows<Pick<UnmatchedTransaction, 'id' | 'reference' | 'decision'>>(
    db,
    `SELECT id, reference, decision FROM unmatched_transactions
     WHERE reference = ANY ($1) AND decision IN ('not_ours', 'refund')`,
    [transactions.map(({ reference }) => reference)],
  );
  const ended = new Set<string>();
  for (const { id, reference, decision } of stored) {
    const amountMinor =
      transactions.find((transaction) => transaction.reference === reference)?.amountMinor ?? 0;
    if (decision === 'not_ours') ended.add(reference);
    else if ((returnedMinor.get(reference) ?? 0) >= amountMinor) {
      await inTransaction(db, (manager) => endRefund(manager, id));
      ended.add(reference);
    }
  }
  return ended;
}

/** Stores that the provider has paid out the refund of a transaction, and closes its case. Idempotent. */
export async function endRefund(manager: EntityManager, id: string): Promise<void> {
  const transaction = await lockRow(manager, UnmatchedTransactionEntity, { id });
  if (transaction?.decision !== 'refund') return;
  await manager.update(UnmatchedTransactionEntity, id, { refundStatus: 'processed', refundFailure: null });
  const reason = 'The provider has given the money back to the payer.';
  await closeCase(manager, unmatchedCase(transaction.reference), { outcome: 'refunded', reason });
}
