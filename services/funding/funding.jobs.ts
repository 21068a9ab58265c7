import * as z from 'zod';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** Deletes draws after the retention period; scheduled. */
export const purgeDrawsJob = defineJob({
  name: 'housekeeping.purge-draws',
  queue: 'housekeeping',
  payload: z.strictObject({}),
  attempts: 1,
  backoff: { firstMs: 1_000, maxMs: 1_000 },
  schedule: { pattern: '47 3 * * *' },
});
