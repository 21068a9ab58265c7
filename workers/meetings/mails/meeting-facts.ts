import { parseMeetingLink } from '#contracts/meetings/meeting-link.ts';
import { isPublicMeetingRoom, publicMeetingRoomNotice } from '#contracts/meetings/meeting-room.ts';
import { timeBeside, timeInZone } from '#contracts/meetings/meeting-time.ts';
import { firstName } from '#services/accounts/names.ts';
import type { User } from '#services/accounts/user.entity.ts';
import type { MailBlock, MailContent } from '#services/platform/email/layout.ts';
import type { MeetingDetails } from './meeting-calendar.ts';

type Fact = readonly [label: string, value: string];

/** A mail about a meeting; its footer is the same for all. */
export type MeetingText = Omit<MailContent, 'footer'>;
/** Who reads a mail, and the other participant. */
interface Participants {
  reader: User;
  other: User;
}

/** Returns a time in the reader's time zone, which is UTC as long as it is unknown. */
export const timeFor = ({ timeZone }: User, at: Date): string => timeInZone(at, timeZone ?? 'UTC');

/** Returns a time for the reader, and beside it for the other participant. `label` names the time. */
export function timeFacts({ reader, other }: Participants, at: Date | null, label = 'When'): Fact[] {
  if (!at) return [];
  const { fullName, timeZone } = other;
  const beside = timeBeside(at, reader.timeZone ?? 'UTC', { name: firstName(fullName), timeZone });
  return [[label, timeFor(reader, at)], ...(beside ? [[beside.label, beside.time] as const] : [])];
}

/** Returns the course of a meeting as a fact. */
export const courseFact = ({ request }: MeetingDetails): Fact => [
  'Course',
  `${request.courseTitle} (${request.platform})`,
];

/**
 * Returns the sponsor's note if the learner's address is confirmed, the notice about the public meeting server if the meeting uses it, the
 * link that one of them proposes, and the safety rule.
 */
export function invitationBlocks(details: MeetingDetails): MailBlock[] {
  const { meeting, learner, brand } = details;
  return [
    ...(meeting.note && learner.emailVerifiedAt ? [{ quote: meeting.note }] : []),
    ...(isPublicMeetingRoom(meeting.roomUrl) ? [publicMeetingRoomNotice] : []),
    ...proposedLink(details),
    `Please never share passwords or pay anybody outside of ${brand.name}.`,
  ];
}

// The link itself is shown on our page, and here once both have agreed.
function proposedLink({ meeting, learner, sponsor, pageUrl }: MeetingDetails): string[] {
  const proposed = parseMeetingLink(meeting.proposedRoomUrl ?? '');
  if (!proposed) return [];
  const { fullName } = meeting.roomProposedBy === sponsor.id ? sponsor : learner;
  return [
    `${firstName(fullName)} proposes to meet on ${proposed.service} instead, which happens only if the other one accepts it: ${pageUrl}`,
  ];
}

/** Returns the parts of an invitation that both participants read; `opening` stands before the other blocks. */
export function invitationParts(
  details: MeetingDetails,
  { reader, other, isChanged, isAgreed }: Participants & { isChanged: boolean; isAgreed: boolean },
) {
  const { startsAt, roomUrl, proposedRoomUrl } = details.meeting;
  // With a proposed link, the meeting itself may be as it was.
  const hasProposal = isChanged && proposedRoomUrl !== null;
  const news = hasProposal
    ? `there is news about the meeting between you and ${other.fullName}: a link is proposed, see below. This is how the meeting stands now, and the attached invitation takes the place of the old one in your calendar.`
    : isChanged
      ? `the meeting between you and ${other.fullName} has changed. The new invitation is attached and takes the place of the old one in your calendar.`
      : isAgreed
        ? `you and ${other.fullName} have agreed on a time. The invitation for your calendar is attached.`
        : `a meeting is arranged between you and ${other.fullName}. The invitation for your calendar is attached.`;
  const facts = [
    ...timeFacts({ reader, other }, startsAt),
    courseFact(details),
    ['With', other.fullName] as const,
  ];
  return {
    title: `${isChanged && !hasProposal ? 'A new plan: you are' : 'You are'} meeting ${firstName(other.fullName)}`,
    preheader: startsAt ? `${timeFor(reader, startsAt)}, online.` : 'Online.',
    opening: [`${firstName(reader.fullName)}, ${news}`, { facts }],
    links: [{ label: 'Join the meeting', url: roomUrl }],
  };
}

/** Returns the parts of a cancellation that both participants read. @param news why it will not take place */
export function cancellationParts(details: MeetingDetails, { reader, other }: Participants, news: string) {
  const { startsAt } = details.meeting;
  const facts = [...timeFacts({ reader, other }, startsAt), courseFact(details)];
  return {
    title: `The meeting with ${firstName(other.fullName)} is off`,
    preheader: startsAt ? `${timeFor(reader, startsAt)} is free again.` : 'It will not take place.',
    opening: [
      `${firstName(reader.fullName)}, ${news}${startsAt ? ' The cancellation for your calendar is attached.' : ''}`,
      { facts },
    ],
  };
}
