import * as z from 'zod';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** Welcomes a new subscriber. */
export const welcomeSubscriber = defineJob({
  name: 'newsletter.welcome',
  queue: 'newsletter',
  payload: z.object({ subscriberId: z.uuid() }),
  attempts: 20,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
  key: ({ subscriberId }) => subscriberId,
});
