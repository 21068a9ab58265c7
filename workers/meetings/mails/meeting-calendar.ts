import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { isMeetingOpen } from '#contracts/meetings/meeting-status.ts';
import type { Brand } from '#contracts/site/brand.ts';
import { firstName } from '#services/accounts/names.ts';
import type { User } from '#services/accounts/user.entity.ts';
import type { Meeting } from '#services/meetings/meeting.entity.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';

/** A meeting with its request and both participants. */
export interface MeetingDetails {
  meeting: Meeting;
  request: HelpRequest;
  learner: User;
  sponsor: User;
  /** Whether the sponsor may (still) see the request. */
  isVisible: boolean;
  brand: Brand;
  /** Our page about the meeting, on which the two agree on a link. */
  pageUrl: string;
  /** Our own address: the organizer when the learner hides the address, so that neither side learns the other's. */
  platformEmail: string;
}

/**
 * Returns a meeting as an iCalendar file (RFC 5545) with times in UTC, or undefined for a meeting without a time. The
 * UID never changes, SEQUENCE rises with each change, and a cancelled or declined meeting is a CANCEL (RFC 5546). The
 * sponsor is the ORGANIZER, to whom calendars send the learner's reply, unless the learner hides the address:
 * each side is then the only attendee besides us. A sponsor without access to the request gets no address either.
 */
export function renderCalendar(
  { meeting, request, learner, sponsor, isVisible, brand, platformEmail }: MeetingDetails,
  reader: User,
): string | undefined {
  const { startsAt, endsAt, status } = meeting;
  if (!startsAt || !endsAt) return undefined;
  const isOff = !isMeetingOpen(status);
  const calendar = ical({
    name: brand.name,
    method: isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  const about = `About the course ${request.courseTitle} on ${request.platform}.`;
  calendar.createEvent({
    id: `${meeting.id}@${brand.slug}`,
    sequence: meeting.revision,
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    start: startsAt,
    end: endsAt,
    stamp: new Date(),
    summary: `${firstName(sponsor.fullName)} and ${firstName(learner.fullName)}: ${request.courseTitle}`,
    // The learner's address may belong to a person who knows neither of them.
    description: [about, learner.emailVerifiedAt && meeting.note, meeting.roomUrl].filter(Boolean).join('\n'),
    location: meeting.roomUrl,
    url: meeting.roomUrl,
    organizer: learner.hidesEmail
      ? { name: brand.name, email: platformEmail }
      : { name: sponsor.fullName, email: sponsor.email },
    attendees: [
      ...(reader === learner || (isVisible && !learner.hidesEmail)
        ? [
            {
              name: learner.fullName,
              email: learner.email,
              role: ICalAttendeeRole.REQ,
              status: status === 'accepted' ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.NEEDSACTION,
              // Replies to us are not read; the mail has a link for the answer.
              rsvp: status === 'proposed' && !learner.hidesEmail,
            },
          ]
        : []),
      ...(reader === sponsor || !learner.hidesEmail
        ? [
            {
              name: sponsor.fullName,
              email: sponsor.email,
              role: ICalAttendeeRole.CHAIR,
              status: ICalAttendeeStatus.ACCEPTED,
            },
          ]
        : []),
    ],
  });
  return calendar.toString();
}
