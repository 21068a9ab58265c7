import { formatUtc } from '#contracts/meetings/meeting-time.ts';
import { firstName } from '#services/accounts/names.ts';
import type { MailContent } from '#services/platform/email/layout.ts';
import type { MeetingDetails } from './meeting-calendar.ts';
import { courseFact, invitationBlocks, timeFacts } from './meeting-facts.ts';

interface Urls {
  /** Page on which the learner accepts, proposes another time or declines without signing in. */
  replyUrl: string;
  publicUrl: string;
}

type Text = Omit<MailContent, 'footer'>;

/** Returns the learner's mail about a meeting, by its status. */
export function textForLearner(details: MeetingDetails, urls: Urls): Text {
  switch (details.meeting.status) {
    case 'awaiting_time':
      return requestForTime(details, urls);
    case 'declined':
    case 'cancelled':
      return cancellation(details, urls);
    default:
      return invitation(details, urls);
  }
}

function requestForTime(details: MeetingDetails, { replyUrl }: Urls): Text {
  const { learner, sponsor } = details;
  return {
    title: `${firstName(sponsor.fullName)} would like to meet you`,
    preheader: 'When would it suit you?',
    blocks: [
      `${firstName(learner.fullName)}, ${sponsor.fullName} would like to meet you online for half an hour and leaves the time to you. Please propose one. You can also decline; you need not give a reason.`,
      { facts: [courseFact(details), ['With', sponsor.fullName]] },
      ...invitationBlocks(details),
    ],
    action: { label: 'Propose a time', url: replyUrl },
  };
}

function invitation(details: MeetingDetails, { replyUrl }: Urls): Text {
  const { meeting, learner, sponsor } = details;
  const isAgreed = meeting.status === 'accepted';
  const isChanged = meeting.revision > 0 && meeting.answeredRevision !== meeting.revision;
  const opening = isChanged
    ? `the meeting between you and ${sponsor.fullName} has changed. The new invitation is attached and takes the place of the old one in your calendar.`
    : isAgreed
      ? `you and ${sponsor.fullName} have agreed on a time. The invitation for your calendar is attached.`
      : `a meeting is arranged between you and ${sponsor.fullName}. The invitation for your calendar is attached.`;
  return {
    title: `${isChanged ? 'A new plan: you are' : 'You are'} meeting ${firstName(sponsor.fullName)}`,
    preheader: meeting.startsAt ? `${formatUtc(meeting.startsAt)}, online.` : 'Online.',
    blocks: [
      `${firstName(learner.fullName)}, ${opening}`,
      {
        facts: [
          ...timeFacts(learner, details, meeting.startsAt),
          courseFact(details),
          ['With', sponsor.fullName],
        ],
      },
      isAgreed
        ? 'If something comes up, you can still propose another time or decline.'
        : 'Please accept, propose another time, or decline; you need not give a reason.',
      ...invitationBlocks(details),
    ],
    action: { label: isAgreed ? 'Change your answer' : 'Answer the invitation', url: replyUrl },
    links: [{ label: 'Join the meeting', url: meeting.roomUrl }],
  };
}

function cancellation(details: MeetingDetails, { publicUrl }: Urls): Text {
  const { meeting, request, learner, sponsor } = details;
  const isWithdrawn = request.status === 'withdrawn';
  const isDeclined = meeting.status === 'declined';
  const what = isDeclined
    ? `you have declined the meeting with ${sponsor.fullName}. We told them, without a reason.`
    : `the meeting between you and ${sponsor.fullName} is cancelled${isWithdrawn ? ', because the request for this course was withdrawn' : ''}.`;
  return {
    title: `The meeting with ${firstName(sponsor.fullName)} is off`,
    preheader: meeting.startsAt ? `${formatUtc(meeting.startsAt)} is free again.` : 'It will not take place.',
    blocks: [
      `${firstName(learner.fullName)}, ${what}${meeting.startsAt ? ' The cancellation for your calendar is attached.' : ''}`,
      { facts: [...timeFacts(learner, details, meeting.startsAt), courseFact(details)] },
      ...(isWithdrawn ? [] : ['Your request stays open, and other sponsors can find it.']),
    ],
    action: { label: 'Open your dashboard', url: `${publicUrl}/dashboard` },
  };
}
