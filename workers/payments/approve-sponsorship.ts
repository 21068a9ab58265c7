import type * as z from 'zod';
import { approveSponsorship as approve } from '#services/flows/approve-sponsorship.ts';
import type { approveSponsorshipJob } from '#services/payments/payments.jobs.ts';
import type { Handler } from '#workers/runtime/handler.ts';

/** Does what follows from the approval of a payment; see the flow. */
export const approveSponsorship: Handler<z.output<typeof approveSponsorshipJob.payload>> = async (
  { reference },
  { deps, complete },
) => {
  await approve(reference, { ...deps, runInTransaction: complete });
};
