import type * as z from 'zod';
import { syncRefunds as run } from '#services/flows/sync-refunds.ts';
import type { syncRefundsJob } from '#services/refunds/refunds.jobs.ts';
import type { Handler } from '../runtime/handler.ts';

/** Stores what the provider lists as refunds of a payment. */
export const syncRefunds: Handler<z.output<typeof syncRefundsJob.payload>> = (
  { reference },
  { deps, complete },
) => run(reference, { ...deps, complete });
