import * as z from 'zod';
import { mailRetries } from '#services/platform/email/mail.jobs.ts';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** Sends a password reset link when the requested address has an account. */
export const processPasswordReset = defineJob({
  name: 'mail.process-password-reset',
  queue: 'mail',
  payload: z.object({ requestId: z.uuid() }),
  ...mailRetries,
});

/** The same job under the name of earlier versions, whose rows may be open (decision 027). Never enqueued. */
export const processFormerPasswordReset = defineJob({
  ...processPasswordReset,
  name: 'mail.answer-reset-wish',
  payload: z.object({ resetWishId: z.uuid() }).transform(({ resetWishId }) => ({ requestId: resetWishId })),
});

/** Makes accounts of learners who have turned 18 those of adults; scheduled. */
export const comeOfAgeJob = defineJob({
  name: 'accounts.come-of-age',
  queue: 'housekeeping',
  payload: z.strictObject({}),
  attempts: 1,
  backoff: { firstMs: 1_000, maxMs: 1_000 },
  schedule: { pattern: '13 * * * *' },
});

/** Enqueues one mail each for the private invitations that were held back until the learner's address was confirmed. */
export const sendWaitingInvitations = defineJob({
  name: 'mail.send-waiting-invitations',
  queue: 'mail',
  payload: z.object({ userId: z.uuid() }),
  attempts: 20,
  backoff: { firstMs: 1_000, maxMs: 30_000 },
});
