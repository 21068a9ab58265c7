import * as z from 'zod';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** Imports a CSV file that an operator uploaded; a retry resumes at the last checkpoint. */
export const importUploadJob = defineJob({
  name: 'catalogue.import',
  queue: 'housekeeping',
  payload: z.object({ id: z.uuid() }),
  attempts: 5,
  backoff: { firstMs: 1_000, maxMs: 30_000 },
});

/** Checks the links that were not checked for longest, every hour; without LINK_CHECK_HOSTS it does nothing. */
export const checkLinksJob = defineJob({
  name: 'catalogue.check-links',
  queue: 'housekeeping',
  /** The course whose link an operator wants checked; absent in the hourly run. */
  payload: z.strictObject({ courseId: z.uuid().optional() }),
  attempts: 2,
  backoff: { firstMs: 5_000, maxMs: 5_000 },
  schedule: { pattern: '53 * * * *' },
});
