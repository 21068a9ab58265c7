import { isPublicMeetingRoom, publicMeetingRoomNotice } from '#contracts/meetings/meeting-room.ts';
import { formatAtOffset, formatUtc } from '#contracts/meetings/meeting-time.ts';
import { firstName } from '#services/accounts/names.ts';
import type { User } from '#services/accounts/user.entity.ts';
import { utcOffsetMinutes } from '#services/meetings/utc-offset.ts';
import type { MailBlock } from '#services/platform/email/layout.ts';
import type { MeetingDetails } from './meeting-calendar.ts';

type Fact = readonly [label: string, value: string];

/**
 * Returns a time in the reader's time zone and in UTC; for a sponsor also in the learner's time zone. `label` names
 * the time.
 */
export function timeFacts(
  reader: User,
  { learner, sponsor }: MeetingDetails,
  at: Date | null,
  label = 'When',
): Fact[] {
  if (!at) return [];
  const mine = utcOffsetMinutes(reader.country, at);
  const theirs = utcOffsetMinutes(learner.country, at);
  const isElsewhere = reader.id === sponsor.id && theirs !== null && theirs !== mine;
  return [
    ...(mine ? [[label, formatAtOffset(at, mine)] as const] : []),
    [mine ? 'In UTC' : label, formatUtc(at)],
    ...(isElsewhere ? [[`For ${firstName(learner.fullName)}`, formatAtOffset(at, theirs)] as const] : []),
  ];
}

/** Returns the course of a meeting as a fact. */
export function courseFact({ request }: MeetingDetails): Fact {
  return ['Course', `${request.courseTitle} (${request.platform})`];
}

/**
 * Returns the sponsor's note if the learner's address is confirmed, the notice about the public meeting server if the meeting uses it, and the safety rule.
 */
export function invitationBlocks({ meeting, learner, brand }: MeetingDetails): MailBlock[] {
  return [
    ...(meeting.note && learner.emailVerifiedAt ? [{ quote: meeting.note }] : []),
    ...(isPublicMeetingRoom(meeting.roomUrl) ? [publicMeetingRoomNotice] : []),
    `Please never share passwords or pay anybody outside of ${brand.name}.`,
  ];
}
