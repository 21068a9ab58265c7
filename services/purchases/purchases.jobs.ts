import * as z from 'zod';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** Sends reminders and puts lapsed purchases back into the queue; scheduled every hour. */
export const followUpPurchasesJob = defineJob({
  name: 'purchases.follow-up',
  queue: 'housekeeping',
  payload: z.strictObject({}),
  attempts: 1,
  backoff: { firstMs: 1_000, maxMs: 1_000 },
  schedule: { pattern: '23 * * * *' },
});
