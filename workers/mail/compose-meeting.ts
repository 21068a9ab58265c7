import ical, { ICalCalendarMethod } from 'ical-generator';
import type { EntityManager } from 'typeorm';
import { brand } from '#contracts/brand.ts';
import { firstName } from '#services/accounts/names.ts';
import { type User, UserEntity } from '#services/accounts/user.entity.ts';
import { parseSender } from '#services/platform/email/mail-address.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type Meeting, MeetingEntity } from '#services/sponsorships/meeting.entity.ts';
import type { ComposedMail, ComposeMail } from './mail-composer.ts';

interface Appointment {
  meeting: Meeting;
  request: HelpRequest;
  learner: User;
  sponsor: User;
}

/** Invites a learner to the meeting that a sponsor asked for. */
export const composeMeetingForLearner: ComposeMail = async (id, { manager, config }) => {
  const it = await findAppointment(manager, id);
  return it && write(it.learner, it.sponsor, it, config.mail.from);
};

/** Confirms a sponsor's meeting with a learner. */
export const composeMeetingForSponsor: ComposeMail = async (id, { manager, config }) => {
  const it = await findAppointment(manager, id);
  return it && write(it.sponsor, it.learner, it, config.mail.from);
};

async function findAppointment(manager: EntityManager, id: string): Promise<Appointment | undefined> {
  const meeting = await manager.findOneBy(MeetingEntity, { id });
  if (!meeting) return undefined;
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: meeting.requestId });
  const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
  const sponsor = await manager.findOneByOrFail(UserEntity, { id: meeting.sponsorId });
  return { meeting, request, learner, sponsor };
}

function write(reader: User, other: User, it: Appointment, from: string): ComposedMail {
  const { meeting, request } = it;
  const summary = `${firstName(it.sponsor.fullName)} and ${firstName(it.learner.fullName)}: ${request.courseTitle}`;
  return {
    to: reader.email,
    subject: `Meeting about ${request.courseTitle}`,
    icalEvent: { method: 'REQUEST', filename: 'invitation.ics', content: toCalendar(it, summary, from) },
    content: {
      title: `You are meeting ${firstName(other.fullName)}`,
      preheader: `${inUtc(meeting.startsAt)}, online.`,
      blocks: [
        `${firstName(reader.fullName)}, a meeting is arranged between you and ${other.fullName}. The invitation for your calendar is attached and shows the time where you are.`,
        {
          facts: [
            ['When', inUtc(meeting.startsAt)],
            ['Course', `${request.courseTitle} (${request.platform})`],
            ['With', other.fullName],
          ],
        },
        ...(meeting.note ? [{ quote: meeting.note }] : []),
        'Please never share passwords or pay anybody outside of CourseLift.',
      ],
      action: { label: 'Join the meeting', url: meeting.roomUrl },
      footer: `You get this mail because a meeting about a request on ${brand.name} was arranged.`,
    },
  };
}

function toCalendar(
  { meeting, request, learner, sponsor }: Appointment,
  summary: string,
  from: string,
): string {
  const calendar = ical({ name: brand.name, method: ICalCalendarMethod.REQUEST });
  calendar.createEvent({
    id: `${meeting.id}@${brand.storagePrefix}`,
    sequence: meeting.revision,
    start: meeting.startsAt,
    end: meeting.endsAt,
    stamp: meeting.createdAt,
    summary,
    description: `About the course ${request.courseTitle} on ${request.platform}.\n${meeting.roomUrl}`,
    location: meeting.roomUrl,
    url: meeting.roomUrl,
    organizer: { name: brand.name, email: parseSender(from).address },
    attendees: [learner, sponsor].map(({ fullName, email }) => ({ name: fullName, email, rsvp: true })),
  });
  return calendar.toString();
}

function inUtc(time: Date): string {
  const shown = time.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
  return `${shown} UTC`;
}
