import * as z from 'zod/mini';
import { dataResponse, endpoint, linkToken, nullableObject } from '../endpoint.ts';
import { idParams } from '../fields.ts';
import { reportSubjects } from '../safety/report-reasons.ts';
import { chooseTime, MeetingLinkSchema, MeetingStartSchema } from './meeting-fields.ts';
import { LearnerMeetingSchema } from './meeting-views.ts';

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

export const replyToMeeting = endpoint('POST', '/meeting/:id/reply', ['learner'], {
  summary: 'Accept a meeting, propose another time, or decline it; the sponsor is notified',
  limit: 'meetingReplies',
  params: idParams,
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
  /** Time zone of the other participant; null when unknown, and as long as the name. */
  withTimeZone: z.nullable(z.string()),
  courseTitle: z.string(),
  /** The subject of a report about the other participant, as in the form of reports. */
  report: z.object({ about: z.enum(reportSubjects), id: z.string() }),
  /** Address of the room with a token for this participant alone; null unless it is open. */
  roomUrl: z.nullable(z.string()),
  /** Service of the link that both agreed on, instead of our room; null without one. */
  agreedService: z.nullable(z.string()),
  /** The link that one of them proposes instead of our room. */
  proposal: nullableObject({ url: z.string(), service: z.string(), isMine: z.boolean() }),
});
/** The room of a meeting, as a participant sees it. */
export type MeetingRoom = z.output<typeof MeetingRoomSchema>;

export const getMeetingRoom = endpoint('GET', '/meeting/:id/room', ['learner', 'sponsor'], {
  summary: 'When the room of a meeting is open, and its address while it is',
  limit: 'browse',
  params: idParams,
  response: dataResponse(MeetingRoomSchema),
});

export const proposeMeetingLink = endpoint('PUT', '/meeting/:id/room', ['learner', 'sponsor'], {
  summary: 'Propose the link of a call instead of our room; used once the other participant has accepted it',
  limit: 'meetingReplies',
  params: idParams,
  body: MeetingLinkSchema,
  response: dataResponse(MeetingRoomSchema),
});

export const answerMeetingLink = endpoint('POST', '/meeting/:id/room', ['learner', 'sponsor'], {
  summary: 'Accept or refuse the link that the other participant proposes, or take back the caller’s',
  limit: 'meetingReplies',
  params: idParams,
  body: z.extend(MeetingLinkSchema, { isAccepted: z.boolean() }),
  response: dataResponse(MeetingRoomSchema),
});

const LinkedMeetingSchema = z.extend(LearnerMeetingSchema, { courseTitle: z.string() });
export type LinkedMeeting = z.output<typeof LinkedMeetingSchema>;

export const readMeetingLink = endpoint('GET', '/meeting/link', 'public', {
  summary: 'The meeting that a link of a mail is about; changes nothing',
  limit: 'browse',
  query: z.object({ token: linkToken() }),
  response: dataResponse(LinkedMeetingSchema),
});

export const replyByMeetingLink = endpoint('POST', '/meeting/link', 'public', {
  summary: 'Reply to a meeting with the link of a mail, without signing in',
  limit: 'links',
  body: z.object({ token: linkToken(), ...replyFields }).check(needsTime),
  response: dataResponse(LinkedMeetingSchema),
});
