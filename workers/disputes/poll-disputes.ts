import type * as z from 'zod';
import type { pollDisputesJob } from '#services/disputes/disputes.jobs.ts';
import { remindOfDisputes } from '#services/disputes/remind-of-disputes.ts';
import { syncRecentDisputes } from '#services/flows/sync-disputes.ts';
import type { Handler } from '../runtime/handler.ts';

/**
 * Stores disputes whose webhook was lost, and reminds operators at half time. The reminder comes first: it must not wait
 * for the provider.
 */
export const pollDisputes: Handler<z.output<typeof pollDisputesJob.payload>> = async (
  _payload,
  { deps, complete },
) => {
  await complete(remindOfDisputes);
  await syncRecentDisputes(deps);
};
