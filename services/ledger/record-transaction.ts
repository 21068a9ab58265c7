import type { EntityManager } from 'typeorm';
import { insertOnce } from '#services/platform/database/sql.ts';
import { LedgerPostingEntity } from './ledger-posting.entity.ts';
import { type LedgerTransaction, LedgerTransactionEntity } from './ledger-transaction.entity.ts';
import type { Posting } from './postings.ts';

/** Kind, reference, payment and operator of a transaction; see {@link LedgerTransaction}. */
export type LedgerEvent = Pick<LedgerTransaction, 'kind' | 'reference' | 'paymentId'> & {
  actorId?: string | undefined;
};

/**
 * Adds one transaction to the ledger, in the caller's database transaction. Returns false, and adds nothing, when the
 * event is recorded already. The database rejects postings that do not add up to 0 at the commit.
 */
export async function recordTransaction(
  manager: EntityManager,
  event: LedgerEvent,
  currency: string,
  postings: readonly Posting[],
): Promise<boolean> {
  const values = { ...event, actorId: event.actorId ?? null };
  const transaction = await insertOnce(manager, LedgerTransactionEntity, values);
  if (!transaction) return false;
  await manager.insert(
    LedgerPostingEntity,
    postings.map((posting, line) => ({ transactionId: transaction.id, line, currency, ...posting })),
  );
  return true;
}
