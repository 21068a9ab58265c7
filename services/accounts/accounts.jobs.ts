import * as z from 'zod';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** Finds out whether a wish for a new password belongs to an account, and sends the link if it does. */
export const processPasswordReset = defineJob({
  name: 'mail.answer-reset-wish',
  queue: 'mail',
  payload: z.object({ resetWishId: z.uuid() }),
  attempts: 20,
  backoff: { firstMs: 1_000, maxMs: 30_000 },
});

/** Sends the private invitations that waited for their learner's address to be confirmed. */
export const sendWaitingInvitations = defineJob({
  name: 'mail.send-waiting-invitations',
  queue: 'mail',
  payload: z.object({ userId: z.uuid() }),
  attempts: 20,
  backoff: { firstMs: 1_000, maxMs: 30_000 },
});
