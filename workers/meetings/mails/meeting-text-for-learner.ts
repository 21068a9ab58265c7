import { firstName } from '#services/accounts/names.ts';
import type { MeetingDetails } from './meeting-calendar.ts';
import {
  cancellationParts,
  courseFact,
  invitationBlocks,
  invitationParts,
  type MeetingText,
} from './meeting-facts.ts';

interface Urls {
  /** Page on which the learner accepts, proposes another time or declines without signing in. */
  replyUrl: string;
  publicUrl: string;
}

/** Returns the learner's mail about a meeting, by its status. */
export function textForLearner(details: MeetingDetails, urls: Urls): MeetingText {
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

function requestForTime(details: MeetingDetails, { replyUrl }: Urls): MeetingText {
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

function invitation(details: MeetingDetails, { replyUrl }: Urls): MeetingText {
  const { meeting, learner, sponsor } = details;
  const isAgreed = meeting.status === 'accepted';
  const isChanged = meeting.revision > 0 && meeting.answeredRevision !== meeting.revision;
  const about = { reader: learner, other: sponsor, isChanged, isAgreed };
  const { opening, ...parts } = invitationParts(details, about);
  return {
    ...parts,
    blocks: [
      ...opening,
      isAgreed
        ? 'If something comes up, you can still propose another time or decline.'
        : 'Please accept, propose another time, or decline; you need not give a reason.',
      ...invitationBlocks(details),
    ],
    action: { label: isAgreed ? 'Change your answer' : 'Answer the invitation', url: replyUrl },
  };
}

function cancellation(details: MeetingDetails, { publicUrl }: Urls): MeetingText {
  const { meeting, request, learner, sponsor } = details;
  const isWithdrawn = request.status === 'withdrawn';
  const news =
    meeting.status === 'declined'
      ? `you have declined the meeting with ${sponsor.fullName}. We told them, without a reason.`
      : `the meeting between you and ${sponsor.fullName} is cancelled${isWithdrawn ? ', because the request for this course was withdrawn' : ''}.`;
  const { opening, ...parts } = cancellationParts(details, { reader: learner, other: sponsor }, news);
  return {
    ...parts,
    blocks: [
      ...opening,
      ...(isWithdrawn ? [] : ['Your request stays open, and other sponsors can find it.']),
    ],
    action: { label: 'Open your dashboard', url: `${publicUrl}/dashboard` },
  };
}
