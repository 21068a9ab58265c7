import * as z from 'zod';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** Mails the operators who may approve what waits, each of them at most once an hour. */
export const notifyApproversJob = defineJob({
  name: 'cases.notify-approvers',
  queue: 'mail',
  payload: z.strictObject({}),
  attempts: 20,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
});
