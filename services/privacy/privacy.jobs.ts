import * as z from 'zod';
import { mailRetries } from '#services/platform/email/mail.jobs.ts';
import { defineJob, defineScheduledJob } from '#services/platform/queue/define-job.ts';

/** Erases the data of a person whose account has ended, once the mails about it are sent. */
export const erasePersonJob = defineJob({
  name: 'privacy.erase-person',
  queue: 'housekeeping',
  payload: z.object({ userId: z.uuid() }),
  // It waits for mails, so it is retried as long as they are.
  attempts: mailRetries.attempts,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
});

/** Deletes what is past its time of retention; scheduled. */
export const purgeExpiredJob = defineScheduledJob('privacy.purge', 'housekeeping', '17 * * * *');
