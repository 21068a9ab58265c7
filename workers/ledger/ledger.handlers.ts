import { reconciliationDays } from '#services/ledger/reconciliation/reconciliation.jobs.ts';
import { runReconciliation } from '#services/ledger/reconciliation/run-reconciliation.ts';
import type { Handlers } from '../runtime/handler.ts';

export const ledgerHandlers = {
  /** Reconciles the ledger with the provider's books; differences are opened as cases and logged. */
  'payments.reconcile': async ({ requestedById = null }, { deps: { db, provider, log } }) => {
    const { differences, ...result } = await runReconciliation(db, provider, {
      days: reconciliationDays,
      requestedById,
    });
    if (differences.length === 0) log.info(result, 'The ledger equals the books of the provider');
    else log.error({ ...result, differences }, 'The ledger differs from the books of the provider');
  },
} satisfies Handlers;
