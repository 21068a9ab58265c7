import { z } from 'zod';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** A job without work: what remains is the cost of running jobs. */
export const noOpJob = defineJob({
  name: 'bench.no-op',
  queue: 'mail',
  payload: z.strictObject({}),
  attempts: 3,
  backoff: { firstMs: 200, maxMs: 1_000 },
});
