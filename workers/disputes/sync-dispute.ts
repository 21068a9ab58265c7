import type * as z from 'zod';
import type { syncDisputeJob } from '#services/disputes/disputes.jobs.ts';
import { syncDispute as run } from '#services/flows/sync-disputes.ts';
import type { Handler } from '../runtime/handler.ts';

/** Reads one dispute from the provider and stores it. */
export const syncDispute: Handler<z.output<typeof syncDisputeJob.payload>> = (
  { providerId },
  { deps, complete },
) => run(providerId, { ...deps, complete });
