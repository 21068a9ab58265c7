import type * as z from 'zod';
import type { answerDisputeJob } from '#services/disputes/disputes.jobs.ts';
import { answerDispute as run } from '#services/flows/answer-dispute.ts';
import type { Handler } from '../runtime/handler.ts';

/** Sends the answer that operators decided to the provider. */
export const answerDispute: Handler<z.output<typeof answerDisputeJob.payload>> = (
  { disputeId },
  { deps, complete },
) => run(disputeId, { ...deps, complete });
