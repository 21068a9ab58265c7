import * as z from 'zod';
import { providerRetries } from '#services/payments/payments.jobs.ts';
import { defineJob, defineScheduledJob } from '#services/platform/queue/define-job.ts';

/** Reads one dispute from the provider and stores it; enqueued by webhooks. */
export const syncDisputeJob = defineJob({
  name: 'disputes.sync',
  queue: 'payments',
  payload: z.object({ providerId: z.string().min(1).max(200) }),
  ...providerRetries,
});

/** Sends the answer that operators decided to the provider. */
export const answerDisputeJob = defineJob({
  name: 'disputes.answer',
  queue: 'payments',
  payload: z.object({ disputeId: z.uuid() }),
  ...providerRetries,
  key: ({ disputeId }) => disputeId,
});

/** Reads the provider's disputes in case a webhook was lost, and reminds operators at half time; scheduled. */
export const pollDisputesJob = defineScheduledJob('disputes.poll', 'payments', '*/5 * * * *');
