import type { EntityManager } from 'typeorm';
import { requestAccount } from './accounts.ts';
import { lockAccount } from './lock-captured-money.ts';
import { allotmentPostings } from './postings.ts';
import { recordTransaction } from './record-transaction.ts';

/** Records that a pool gives money to a request. The commit fails when the pool does not hold it. */
export async function recordAllotment(
  manager: EntityManager,
  allotment: { id: string; poolId: string; requestId: string; amountMinor: number; currency: string },
): Promise<boolean> {
  const { id, poolId, requestId, amountMinor, currency } = allotment;
  const pool = `pool:${poolId}` as const;
  await lockAccount(manager, pool);
  const event = { kind: 'allotment', reference: id, paymentId: null } as const;
  return recordTransaction(
    manager,
    event,
    currency,
    allotmentPostings(pool, requestAccount(requestId), amountMinor),
  );
}
