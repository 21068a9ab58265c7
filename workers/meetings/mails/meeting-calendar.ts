import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { brand } from '#contracts/brand.ts';
import { isMeetingOpen } from '#contracts/meeting-status.ts';
import { firstName } from '#services/accounts/names.ts';
import type { User } from '#services/accounts/user.entity.ts';
import type { Meeting } from '#services/funding/meetings/meeting.entity.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';

/** A meeting with its request and both participants. */
export interface MeetingDetails {
  meeting: Meeting;
  request: HelpRequest;
  learner: User;
  sponsor: User;
}

/**
 * Returns a meeting as a calendar file (RFC 5545), times in UTC so that every calendar shows its owner's own, or
 * undefined for a meeting without a time. One UID for ever; SEQUENCE rises with each change; a meeting that was
 * called off is a CANCEL (RFC 5546). The sponsor is the ORGANIZER: calendars send the learner's reply there.
 */
export function renderCalendar({ meeting, request, learner, sponsor }: MeetingDetails): string | undefined {
  const { startsAt, endsAt, status } = meeting;
  if (!startsAt || !endsAt) return undefined;
  const isOff = !isMeetingOpen(status);
  const calendar = ical({
    name: brand.name,
    method: isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  const about = `About the course ${request.courseTitle} on ${request.platform}.`;
  calendar.createEvent({
    id: `${meeting.id}@${brand.storagePrefix}`,
    sequence: meeting.revision,
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    start: startsAt,
    end: endsAt,
    stamp: new Date(),
    summary: `${firstName(sponsor.fullName)} and ${firstName(learner.fullName)}: ${request.courseTitle}`,
    description: [about, meeting.note, meeting.roomUrl].filter(Boolean).join('\n'),
    location: meeting.roomUrl,
    url: meeting.roomUrl,
    organizer: { name: sponsor.fullName, email: sponsor.email },
    attendees: [
      {
        name: learner.fullName,
        email: learner.email,
        role: ICalAttendeeRole.REQ,
        status: status === 'accepted' ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.NEEDSACTION,
        rsvp: status === 'proposed',
      },
      {
        name: sponsor.fullName,
        email: sponsor.email,
        role: ICalAttendeeRole.CHAIR,
        status: ICalAttendeeStatus.ACCEPTED,
      },
    ],
  });
  return calendar.toString();
}
