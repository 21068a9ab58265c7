import * as z from 'zod/mini';
import { dataResponse, endpoint } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';
import { reportSubjects } from '../safety/report-reasons.ts';
import { LearnerMeetingSchema } from './meeting-views.ts';

const chooseTime = 'Please choose a date and a time.';

/** A start of a meeting: ISO 8601 with an offset. */
export const MeetingStartSchema = z.iso.datetime({ offset: true, error: chooseTime });

const replyFields = {
  answer: z.enum(['accept', 'propose', 'decline'], 'Please accept, propose another time, or decline.'),
  /** The time shown (accept; another time meanwhile is a conflict) or the time proposed; not for a decline. */
  startsAt: z.optional(MeetingStartSchema),
};
const needsTime = z.refine<MeetingReply>(
  ({ answer, startsAt }) => answer === 'decline' || startsAt !== undefined,
  {
    error: chooseTime,
    path: ['startsAt'],
  },
);
/** A learner's reply to a meeting: accept the time shown, propose another, or decline. */
export type MeetingReply = z.output<z.ZodMiniObject<typeof replyFields>>;

export const replyToMeeting = endpoint({
  method: 'POST',
  path: '/meeting/:id/reply',
  summary: 'Accept a meeting, propose another time, or decline it; the sponsor is notified',
  auth: ['learner'],
  limit: 'meetingReplies',
  params: z.object({ id: IdSchema }),
  body: z.object(replyFields).check(needsTime),
  response: dataResponse(LearnerMeetingSchema),
});

const MeetingRoomSchema = z.object({
  /** Before the room opens, while it is open, or after it. */
  state: z.enum(['early', 'open', 'over']),
  startsAt: z.iso.datetime(),
  opensAt: z.iso.datetime(),
  closesAt: z.iso.datetime(),
  /** First name of the other participant; null for a learner before the invitation was sent. */
  withName: z.nullable(z.string()),
  courseTitle: z.string(),
  /** What a report about the other participant is about, as the form of reports asks for it. */
  report: z.object({ about: z.enum(reportSubjects), id: z.string() }),
  /** Address of the room with a token for this participant alone; null unless it is open. */
  roomUrl: z.nullable(z.string()),
});
/** The room of a meeting, as a participant sees it. */
export type MeetingRoom = z.output<typeof MeetingRoomSchema>;

export const getMeetingRoom = endpoint({
  method: 'GET',
  path: '/meeting/:id/room',
  summary: 'When the room of a meeting is open, and its address while it is',
  auth: ['learner', 'sponsor'],
  limit: 'browse',
  params: z.object({ id: IdSchema }),
  response: dataResponse(MeetingRoomSchema),
});

const incomplete = 'This link is incomplete. Please open it from the mail again.';
const TokenSchema = z
  .string(incomplete)
  .check(z.minLength(1, { error: incomplete, abort: true }), z.maxLength(1_000, incomplete));

const LinkedMeetingSchema = z.extend(LearnerMeetingSchema, { courseTitle: z.string() });
/** A meeting as the link of a mail shows it. */
export type LinkedMeeting = z.output<typeof LinkedMeetingSchema>;

export const readMeetingLink = endpoint({
  method: 'GET',
  path: '/meeting/link',
  summary: 'The meeting that a link of a mail is about; changes nothing',
  auth: 'public',
  limit: 'browse',
  query: z.object({ token: TokenSchema }),
  response: dataResponse(LinkedMeetingSchema),
});

export const replyByMeetingLink = endpoint({
  method: 'POST',
  path: '/meeting/link',
  summary: 'Reply to a meeting with the link of a mail, without signing in',
  auth: 'public',
  limit: 'links',
  body: z.object({ token: TokenSchema, ...replyFields }).check(needsTime),
  response: dataResponse(LinkedMeetingSchema),
});
