import * as z from 'zod';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** Asks learners to confirm old prices, and unlists requests without an answer; scheduled every hour. */
export const askForPricesJob = defineJob({
  name: 'requests.ask-for-prices',
  queue: 'housekeeping',
  payload: z.strictObject({}),
  attempts: 1,
  backoff: { firstMs: 1_000, maxMs: 1_000 },
  schedule: { pattern: '41 * * * *' },
});
