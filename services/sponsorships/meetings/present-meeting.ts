import { brand } from '#contracts/brand.ts';
import type { MeetingAnswer } from '#contracts/sponsorships.ts';
import type { User } from '#services/accounts/user.entity.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import type { Meeting } from './meeting.entity.ts';
import { utcOffsetMinutes } from './utc-offset.ts';

/** A meeting as it travels to the sponsor who arranged it. */
export function presentMeeting(meeting: Meeting, request: HelpRequest, learner: User): MeetingAnswer {
  return {
    _id: meeting.id,
    requestId: request.id,
    startsAt: meeting.startsAt.toISOString(),
    endsAt: meeting.endsAt.toISOString(),
    roomUrl: meeting.roomUrl,
    note: meeting.note,
    title: `${brand.name}: about ${request.courseTitle}`,
    isTold: meeting.toldRevision === meeting.revision,
    learner: {
      _id: learner.id,
      fullName: learner.fullName,
      email: learner.email,
      utcOffsetMinutes: utcOffsetMinutes(learner.country, meeting.startsAt),
    },
  };
}
