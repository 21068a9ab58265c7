import type { EntityManager } from 'typeorm';
import { brand } from '#contracts/brand.ts';
import { firstName } from '#services/accounts/names.ts';
import { type User, UserEntity } from '#services/accounts/user.entity.ts';
import type { Config } from '#services/platform/config.ts';
import type { MailContent } from '#services/platform/email/layout.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { MeetingEntity } from '#services/sponsorships/meetings/meeting.entity.ts';
import { utcOffsetMinutes } from '#services/sponsorships/meetings/utc-offset.ts';
import type { ComposedMail, ComposeMail } from './mail-composer.ts';
import { type Appointment, toCalendar } from './meeting-calendar.ts';
import { clockTime, inUtc } from './meeting-times.ts';

/** Tells a learner of the meeting that a sponsor asked for: that it is, that it changed, or that it is off. */
export const composeMeetingForLearner: ComposeMail = async (id, { manager, config, revision }) => {
  const it = await findAppointment(manager, id, revision);
  return it && write(it.learner, it.sponsor, it, config);
};

/** Tells a sponsor of their meeting with a learner, with both of their clocks. */
export const composeMeetingForSponsor: ComposeMail = async (id, { manager, config, revision }) => {
  const it = await findAppointment(manager, id, revision);
  return it && write(it.sponsor, it.learner, it, config);
};

// A newer notice says it all: whoever was not told in time is told once.
async function findAppointment(
  manager: EntityManager,
  id: string,
  revision: number,
): Promise<Appointment | undefined> {
  const meeting = await manager.findOneBy(MeetingEntity, { id });
  if (!meeting || (meeting.toldRevision ?? 0) > revision) return undefined;
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: meeting.requestId });
  const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
  const sponsor = await manager.findOneByOrFail(UserEntity, { id: meeting.sponsorId });
  return { meeting, request, learner, sponsor };
}

function write(reader: User, other: User, it: Appointment, config: Config): ComposedMail {
  const { meeting, request } = it;
  const isOff = meeting.cancelledAt !== null;
  return {
    to: reader.email,
    subject: subjectOf(it),
    icalEvent: {
      method: isOff ? 'CANCEL' : 'REQUEST',
      filename: isOff ? 'cancellation.ics' : 'invitation.ics',
      content: toCalendar(it, config.mail.from),
    },
    content: {
      ...(isOff ? cancellation(reader, other, it, config) : invitation(reader, other, it)),
      footer: `You get this mail because of a meeting about the request for ${request.courseTitle} on ${brand.name}.`,
    },
  };
}

function subjectOf({ meeting, request }: Appointment): string {
  if (meeting.cancelledAt) return `Cancelled: meeting about ${request.courseTitle}`;
  if (meeting.revision > 0) return `Changed: meeting about ${request.courseTitle}`;
  return `Meeting about ${request.courseTitle}`;
}

function invitation(reader: User, other: User, it: Appointment): Omit<MailContent, 'footer'> {
  const { meeting, request } = it;
  const isChanged = meeting.revision > 0;
  const opening = isChanged
    ? `the meeting between you and ${other.fullName} has changed. The new invitation is attached and takes the place of the old one in your calendar.`
    : `a meeting is arranged between you and ${other.fullName}. The invitation for your calendar is attached.`;
  return {
    title: `${isChanged ? 'A new plan: you are' : 'You are'} meeting ${firstName(other.fullName)}`,
    preheader: `${inUtc(meeting.startsAt)}, online.`,
    blocks: [
      `${firstName(reader.fullName)}, ${opening}`,
      {
        facts: [
          ...when(reader, it),
          ['Course', `${request.courseTitle} (${request.platform})`],
          ['With', other.fullName],
        ],
      },
      ...(meeting.note ? [{ quote: meeting.note }] : []),
      'Please never share passwords or pay anybody outside of CourseLift.',
    ],
    action: { label: 'Join the meeting', url: meeting.roomUrl },
  };
}

function cancellation(
  reader: User,
  other: User,
  it: Appointment,
  { publicUrl }: Config,
): Omit<MailContent, 'footer'> {
  const isWithdrawn = it.request.status === 'withdrawn';
  const why = isWithdrawn ? ', because the request for this course was withdrawn' : '';
  const isLearner = reader.id === it.learner.id;
  return {
    title: `The meeting with ${firstName(other.fullName)} is off`,
    preheader: `${inUtc(it.meeting.startsAt)} is free again.`,
    blocks: [
      `${firstName(reader.fullName)}, the meeting between you and ${other.fullName} is cancelled${why}. The cancellation for your calendar is attached.`,
      { facts: [...when(reader, it), ['Course', `${it.request.courseTitle} (${it.request.platform})`]] },
      ...(isLearner && !isWithdrawn ? ['Your request stays open, and other sponsors can find it.'] : []),
    ],
    action: isLearner
      ? { label: 'Open your dashboard', url: `${publicUrl}/dashboard` }
      : { label: 'See other requests', url: `${publicUrl}/help-learner` },
  };
}

/** The time by the reader's clock and in UTC; a sponsor also reads what the learner's clock says. */
function when(reader: User, { meeting, learner, sponsor }: Appointment): [string, string][] {
  const at = meeting.startsAt;
  const mine = utcOffsetMinutes(reader.country, at);
  const theirs = utcOffsetMinutes(learner.country, at);
  const isElsewhere = reader.id === sponsor.id && theirs !== null && theirs !== mine;
  return [
    ...(mine ? [['When', clockTime(at, mine)] as [string, string]] : []),
    [mine ? 'In UTC' : 'When', inUtc(at)],
    ...(isElsewhere
      ? [[`For ${firstName(learner.fullName)}`, clockTime(at, theirs)] as [string, string]]
      : []),
  ];
}
