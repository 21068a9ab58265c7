import type * as z from 'zod';
import { settle } from '#services/flows/settle.ts';
import type { approveSponsorship as approveSponsorshipJob } from '#services/payments/payments.jobs.ts';
import type { Handler } from '#workers/runtime/handler.ts';

/** Settles the payment of a sponsorship whose payer requested the approval. */
export const approveSponsorship: Handler<z.output<typeof approveSponsorshipJob.payload>> = async (
  { reference },
  { deps, complete },
) => {
  await settle(reference, { ...deps, runInTransaction: complete });
};
