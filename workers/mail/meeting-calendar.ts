import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { brand } from '#contracts/brand.ts';
import { firstName } from '#services/accounts/names.ts';
import type { User } from '#services/accounts/user.entity.ts';
import { parseSender } from '#services/platform/email/mail-address.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import type { Meeting } from '#services/sponsorships/meetings/meeting.entity.ts';

/** A meeting with everybody and everything that it is about. */
export interface Appointment {
  meeting: Meeting;
  request: HelpRequest;
  learner: User;
  sponsor: User;
}

/**
 * The meeting as a calendar file (RFC 5545), times in UTC so that every calendar shows its owner's own. One UID for
 * ever; SEQUENCE rises with each change; a cancelled meeting asks calendars to take it out (RFC 5546).
 */
export function toCalendar({ meeting, request, learner, sponsor }: Appointment, from: string): string {
  const isOff = meeting.cancelledAt !== null;
  const calendar = ical({
    name: brand.name,
    method: isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  const about = `About the course ${request.courseTitle} on ${request.platform}.`;
  calendar.createEvent({
    id: `${meeting.id}@${brand.storagePrefix}`,
    sequence: meeting.revision,
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    start: meeting.startsAt,
    end: meeting.endsAt,
    stamp: new Date(),
    summary: `${firstName(sponsor.fullName)} and ${firstName(learner.fullName)}: ${request.courseTitle}`,
    description: [about, meeting.note, meeting.roomUrl].filter(Boolean).join('\n'),
    location: meeting.roomUrl,
    url: meeting.roomUrl,
    organizer: { name: brand.name, email: parseSender(from).address },
    attendees: [learner, sponsor].map(({ fullName, email }) => ({ name: fullName, email, rsvp: !isOff })),
  });
  return calendar.toString();
}
