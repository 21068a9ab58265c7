import * as z from 'zod';
import { ReferenceSchema } from '#contracts/payments/payments.ts';
import { providerRetries } from '#services/payments/payments.jobs.ts';
import { mailRetries } from '#services/platform/email/mail.jobs.ts';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** The participants of a meeting, each notified by a job of their own. */
export const meetingParticipants = ['learner', 'sponsor'] as const;

/** Notifies one participant of a meeting or its change. */
export const notifyOfMeeting = defineJob({
  name: 'meetings.notify',
  queue: 'meetings',
  payload: z.object({
    meetingId: z.uuid(),
    revision: z.int(),
    // Absent in rows of earlier versions, which are about both.
    participant: z.enum(meetingParticipants).optional(),
    /** Whether the mail is about the newest revision when the job runs: a summary. */
    isLatest: z.boolean().optional(),
  }),
  ...mailRetries,
  key: ({ meetingId, revision, participant }) => `${meetingId}:${revision}:${participant}`,
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
  ...providerRetries,
});
