import { z } from 'zod';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** Stores the figures of the queues of this minute; scheduled. */
export const sampleQueuesJob = defineJob({
  name: 'housekeeping.sample-queues',
  queue: 'housekeeping',
  payload: z.strictObject({}),
  attempts: 1,
  backoff: { firstMs: 1_000, maxMs: 1_000 },
  schedule: { pattern: '* * * * *' },
});
