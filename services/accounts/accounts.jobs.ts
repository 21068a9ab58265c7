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

/** Enqueues one mail each for the private invitations that were held back until the learner's address was confirmed. */
export const sendWaitingInvitations = defineJob({
  name: 'mail.send-waiting-invitations',
  queue: 'mail',
  payload: z.object({ userId: z.uuid() }),
  attempts: 20,
  backoff: { firstMs: 1_000, maxMs: 30_000 },
});
