import * as z from 'zod';
import { mailRetries } from '#services/platform/email/mail.jobs.ts';
import { defineJob, defineScheduledJob } from '#services/platform/queue/define-job.ts';

/** Sends a password reset link when the requested address has an account. */
export const processPasswordReset = defineJob({
  name: 'mail.process-password-reset',
  queue: 'mail',
  payload: z.object({ requestId: z.uuid() }),
  ...mailRetries,
});

/** Turns accounts of learners who are 18 into accounts of adults; scheduled. */
export const comeOfAgeJob = defineScheduledJob('accounts.come-of-age', 'housekeeping', '13 * * * *');

/** Enqueues one mail each for the private invitations that were held back until the learner's address was confirmed. */
export const sendWaitingInvitations = defineJob({
  name: 'mail.send-waiting-invitations',
  queue: 'mail',
  payload: z.object({ userId: z.uuid() }),
  attempts: 20,
  backoff: { firstMs: 1_000, maxMs: 30_000 },
});
