import * as z from 'zod/mini';
import { IdSchema, moment } from '../fields.ts';
import { meetingStatuses } from './meeting-status.ts';

/** Fields of a meeting for both participants: status and times, ISO 8601 in UTC. */
export const meetingState = {
  status: z.enum(meetingStatuses),
  /** Start that the sponsor proposed or both agreed on; null while there is none. */
  startsAt: moment,
  endsAt: moment,
  /** Start that the learner proposed instead; null unless the status is `counter_proposed`. */
  proposedStartsAt: moment,
};

/** A meeting as its learner sees it. */
export const LearnerMeetingSchema = z.object({
  _id: IdSchema,
  ...meetingState,
  /** Null once the meeting was cancelled or declined. */
  roomUrl: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Full name of the sponsor who arranged it; null before the invitation was sent. */
  sponsorName: z.nullable(z.string()),
  /** Time zone of the sponsor (IANA name); null when unknown, before the invitation was sent, and once it is off. */
  sponsorTimeZone: z.nullable(z.string()),
});
export type LearnerMeeting = z.output<typeof LearnerMeetingSchema>;

/** A meeting on its sponsor's dashboard. */
export const SponsorMeetingSchema = z.object({
  _id: IdSchema,
  requestId: IdSchema,
  ...meetingState,
  roomUrl: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Whether both sides were sent the invitation as it is now. */
  isTold: z.boolean(),
  courseTitle: z.string(),
  /** Whether the course can still be paid for. */
  canPay: z.boolean(),
  learner: z.object({
    fullName: z.string(),
    /** Null once the meeting was cancelled or declined, and when the learner hides it. */
    email: z.nullable(z.string()),
    timeZone: z.nullable(z.string()),
  }),
});
export type SponsorMeeting = z.output<typeof SponsorMeetingSchema>;
