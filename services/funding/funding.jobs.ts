import * as z from 'zod';
import { ReferenceSchema } from '#contracts/payments.ts';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** Sends the notice of a meeting, or of its change, to learner and sponsor. */
export const notifyOfMeeting = defineJob({
  name: 'meetings.notify',
  queue: 'meetings',
  payload: z.object({ meetingId: z.uuid(), revision: z.int() }),
  attempts: 20,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
  key: ({ meetingId, revision }) => `${meetingId}:${revision}`,
});

/** Removes draws a month after they were made; runs by the clock. */
export const purgeDrawsJob = defineJob({
  name: 'housekeeping.purge-draws',
  queue: 'housekeeping',
  payload: z.strictObject({}),
  attempts: 1,
  backoff: { firstMs: 1_000, maxMs: 1_000 },
});

/** Settles a payment because its payer asked for the approval. */
export const approveSponsorship = defineJob({
  name: 'sponsorships.approve',
  queue: 'sponsorships',
  payload: z.object({ reference: ReferenceSchema }),
  attempts: 10,
  backoff: { firstMs: 1_000, maxMs: 10_000 },
});
