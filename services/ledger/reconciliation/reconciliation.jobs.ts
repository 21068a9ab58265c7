import * as z from 'zod';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** Days that the nightly reconciliation looks back: longer than refunds and disputes usually take. */
export const reconciliationDays = 60;

/** Compares the ledger with the provider's books every night. */
export const reconcileJob = defineJob({
  name: 'payments.reconcile',
  queue: 'payments',
  /** The operator who requested it; absent in the nightly run. */
  payload: z.strictObject({ requestedById: z.uuid().optional() }),
  attempts: 1,
  backoff: { firstMs: 1_000, maxMs: 1_000 },
  schedule: { pattern: '11 2 * * *' },
});
