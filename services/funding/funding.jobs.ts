import * as z from 'zod';
import { ReferenceSchema } from '#contracts/payments.ts';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** Enqueues the mails about a meeting or its change to learner and sponsor. */
export const notifyOfMeeting = defineJob({
  name: 'meetings.notify',
  queue: 'meetings',
  payload: z.object({ meetingId: z.uuid(), revision: z.int() }),
  attempts: 20,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
  key: ({ meetingId, revision }) => `${meetingId}:${revision}`,
});

/** Deletes draws after the retention period; scheduled. */
export const purgeDrawsJob = defineJob({
  name: 'housekeeping.purge-draws',
  queue: 'housekeeping',
  payload: z.strictObject({}),
  attempts: 1,
  backoff: { firstMs: 1_000, maxMs: 1_000 },
  schedule: { pattern: '47 3 * * *' },
});

/** Settles a payment whose payer requested the approval. */
export const approveSponsorship = defineJob({
  name: 'sponsorships.approve',
  queue: 'sponsorships',
  payload: z.object({ reference: ReferenceSchema }),
  attempts: 10,
  backoff: { firstMs: 1_000, maxMs: 10_000 },
});
