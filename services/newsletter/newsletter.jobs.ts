import * as z from 'zod';
import { defineJob } from '#services/platform/queue/define-job.ts';

// `revision` tells one asking or confirming of a subscriber from the next.
const payload = z.object({ subscriberId: z.uuid(), revision: z.int().default(0) });
const key = ({ subscriberId, revision }: z.output<typeof payload>) => `${subscriberId}:${revision}`;

/** Asks the owner of an address whether they want the newsletter. */
export const sendNewsletterConfirmation = defineJob({
  name: 'newsletter.ask',
  queue: 'newsletter',
  payload,
  attempts: 20,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
  key,
});

/** Welcomes a subscriber who has confirmed. */
export const sendNewsletterWelcome = defineJob({
  name: 'newsletter.welcome',
  queue: 'newsletter',
  payload,
  attempts: 20,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
  key,
});
