import type { EntityManager } from 'typeorm';
import { lockAccount } from '#services/ledger/captured-money.ts';
import { type HoldingAccount, type Posting, requestAccount } from '#services/ledger/postings.ts';
import { recordTransaction } from '#services/ledger/record-transaction.ts';

/** Gives money of a pool to a request. */
export function allotmentPostings(from: HoldingAccount, to: HoldingAccount, amountMinor: number): Posting[] {
  return [
    { account: from, amountMinor },
    { account: to, amountMinor: -amountMinor },
  ];
}

/**
 * Records that a pool gives money to a request, which no code of the product does yet: the ledger has to be ready for it.
 * The commit fails when the pool does not hold the money.
 */
export async function recordAllotment(
  manager: EntityManager,
  allotment: { id: string; poolId: string; requestId: string; amountMinor: number; currency: string },
): Promise<boolean> {
  const { id, poolId, requestId, amountMinor, currency } = allotment;
  const pool = `pool:${poolId}` as const;
  await lockAccount(manager, pool);
  const event = { kind: 'allotment', reference: id, paymentId: null } as const;
  const postings = allotmentPostings(pool, requestAccount(requestId), amountMinor);
  return recordTransaction(manager, event, currency, postings);
}
