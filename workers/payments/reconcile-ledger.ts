import { reconcile } from '#services/ledger/reconciliation/reconcile.ts';
import { reconciliationDays } from '#services/ledger/reconciliation/reconciliation.jobs.ts';
import type { Handler } from '../runtime/handler.ts';

/** Reconciles the ledger with the provider's books; differences are opened as cases and logged. */
export const reconcileLedger: Handler<object> = async (_payload, { deps: { db, provider, log } }) => {
  const { differences, ...result } = await reconcile(db, provider, { days: reconciliationDays });
  if (differences.length === 0) log.info(result, 'The ledger equals the books of the provider');
  else log.error({ ...result, differences }, 'The ledger differs from the books of the provider');
};
