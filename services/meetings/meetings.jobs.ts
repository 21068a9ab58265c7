import * as z from 'zod';
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
