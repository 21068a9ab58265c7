import type * as z from 'zod';
import type { approveSponsorship as approveSponsorshipJob } from '#services/payments/payments.jobs.ts';
import { settle } from '#services/payments/settle.ts';
import type { Handler } from '../runtime/handler.ts';

/** Settles the payment of a sponsorship whose payer requested the approval. */
export const approveSponsorship: Handler<z.output<typeof approveSponsorshipJob.payload>> = async (
  { reference },
  { deps, complete },
) => {
  await settle(reference, { ...deps, runInTransaction: complete });
};
