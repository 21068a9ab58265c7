import type { MeetingResponse } from '#contracts/funding/sponsorships.ts';
import type { Brand } from '#contracts/site/brand.ts';
import type { User } from '#services/accounts/user.entity.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import type { Meeting } from './meeting.entity.ts';
import { utcOffsetMinutes } from './utc-offset.ts';

/** Presents a meeting to the sponsor who arranged it. */
export function presentMeeting(
  meeting: Meeting,
  { request, learner, brand }: { request: HelpRequest; learner: User; brand: Brand },
): MeetingResponse {
  return {
    _id: meeting.id,
    requestId: request.id,
    status: meeting.status,
    startsAt: meeting.startsAt?.toISOString() ?? null,
    endsAt: meeting.endsAt?.toISOString() ?? null,
    proposedStartsAt: meeting.proposedStartsAt?.toISOString() ?? null,
    roomUrl: meeting.roomUrl,
    note: meeting.note,
    title: `${brand.name}: about ${request.courseTitle}`,
    isTold: meeting.toldRevision === meeting.revision,
    learner: {
      _id: learner.id,
      fullName: learner.fullName,
      email: learner.hidesEmail ? null : learner.email,
      utcOffsetMinutes: utcOffsetMinutes(learner.country, offsetDate(meeting)),
    },
  };
}

/** Returns the time for which a country's offset from UTC is computed; the current time while none is proposed. */
export function offsetDate({
  startsAt,
  proposedStartsAt,
}: Pick<Meeting, 'startsAt' | 'proposedStartsAt'>): Date {
  return proposedStartsAt ?? startsAt ?? new Date();
}
