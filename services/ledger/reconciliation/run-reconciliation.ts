import type { DataSource } from 'typeorm';
import { dayMs } from '#contracts/durations.ts';
import { OPERATORS } from '#services/cases/audit-log.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { describeError } from '#services/platform/describe-error.ts';
import type { PaymentProvider } from '#services/providers/payment-provider.ts';
import { type ReconciliationRun, ReconciliationRunEntity } from '../ledger.entity.ts';
import { type Reconciliation, reconcile } from './reconcile.ts';

/** Number of differences that are stored with a run; each one is a case in any event. */
const storedDifferences = 100;

/**
 * Runs {@link reconcile} and stores its result, also when it fails, for the operators' desk.
 * @throws what `reconcile` throws, after it is stored
 */
export async function runReconciliation(
  db: DataSource,
  provider: PaymentProvider,
  { days, requestedById = null }: { days: number; requestedById?: string | null },
): Promise<Reconciliation> {
  const startedAt = new Date();
  const store = (result: Partial<ReconciliationRun>) =>
    inTransaction(db, async (manager) => {
      const since = new Date(startedAt.getTime() - days * dayMs);
      await manager.insert(ReconciliationRunEntity, { requestedById, startedAt, since, ...result });
      publishChange(manager, OPERATORS);
    });
  try {
    const result = await reconcile(db, provider, { days });
    const { from, transactions, recordedFees, differences } = result;
    await store({
      since: from,
      transactions,
      recordedFees,
      differences: differences.slice(0, storedDifferences),
      differenceCount: differences.length,
    });
    return result;
  } catch (error) {
    await store({ failure: describeError(error) });
    throw error;
  }
}
