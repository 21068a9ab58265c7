import { isOpen } from '#contracts/requests/request-status.ts';
import { firstName } from '#services/accounts/names.ts';
import type { MeetingDetails } from './meeting-calendar.ts';
import {
  cancellationParts,
  courseFact,
  invitationBlocks,
  invitationParts,
  type MeetingText,
  timeFacts,
  timeFor,
} from './meeting-facts.ts';

interface Urls {
  /** The status page: change, cancel, accept a proposal. */
  meetUrl: string;
  payUrl: string;
  listingUrl: string;
}

/** Returns the sponsor's mail about a meeting, by its status. */
export function textForSponsor(details: MeetingDetails, urls: Urls): MeetingText {
  switch (details.meeting.status) {
    case 'awaiting_time':
      return waitingForTime(details, urls);
    case 'counter_proposed':
      return counterProposal(details, urls);
    case 'declined':
    case 'cancelled':
      return cancellation(details, urls);
    default:
      return invitation(details, urls);
  }
}

function waitingForTime(details: MeetingDetails, { meetUrl }: Urls): MeetingText {
  const { learner, sponsor } = details;
  return {
    title: `We have asked ${firstName(learner.fullName)} for a time`,
    preheader: 'We write to you as soon as there is one.',
    blocks: [
      `${firstName(sponsor.fullName)}, ${learner.fullName} is asked to propose a time for your meeting. We write to you as soon as there is one; you can also propose one yourself.`,
      { facts: [courseFact(details), ['With', learner.fullName]] },
      ...invitationBlocks(details),
    ],
    action: { label: 'Change, cancel or pay', url: meetUrl },
  };
}

function counterProposal(details: MeetingDetails, { meetUrl }: Urls): MeetingText {
  const { meeting, learner, sponsor } = details;
  const name = firstName(learner.fullName);
  const both = { reader: sponsor, other: learner };
  const another = meeting.startsAt ? 'another time' : 'a time';
  return {
    title: `${name} proposes ${another}`,
    preheader: meeting.proposedStartsAt ? `${timeFor(sponsor, meeting.proposedStartsAt)}.` : '',
    blocks: [
      `${firstName(sponsor.fullName)}, ${learner.fullName} proposes ${another} for your meeting. Please accept it, or propose a different one. Nothing is changed until you do.`,
      {
        facts: [
          ...timeFacts(both, meeting.proposedStartsAt, 'Proposed'),
          ...timeFacts(both, meeting.startsAt, 'Instead of'),
          courseFact(details),
        ],
      },
    ],
    action: { label: 'Accept or change it', url: meetUrl },
  };
}

function invitation(details: MeetingDetails, { meetUrl }: Urls): MeetingText {
  const { meeting, learner, sponsor } = details;
  const isAgreed = meeting.answeredRevision === meeting.revision;
  const isChanged = meeting.revision > 0 && !isAgreed;
  const about = { reader: sponsor, other: learner, isChanged, isAgreed };
  const { opening, ...parts } = invitationParts(details, about);
  return {
    ...parts,
    blocks: [...opening, ...invitationBlocks(details)],
    action: { label: 'Change, cancel or pay', url: meetUrl },
  };
}

function cancellation(details: MeetingDetails, { payUrl, listingUrl }: Urls): MeetingText {
  const { meeting, request, learner, sponsor, isVisible } = details;
  const canPay = isVisible && isOpen(request.status);
  const why = request.status === 'withdrawn' ? ', because the request for this course was withdrawn' : '';
  const news =
    meeting.status === 'declined'
      ? `${learner.fullName} has declined to meet. Learners need not say why.`
      : `the meeting between you and ${learner.fullName} is cancelled${why}.`;
  const { opening, ...parts } = cancellationParts(details, { reader: sponsor, other: learner }, news);
  const others = { label: 'See other requests', url: listingUrl };
  return {
    ...parts,
    blocks: [...opening, ...(canPay ? ['You can still pay for the course without a meeting.'] : [])],
    action: canPay ? { label: 'Pay for the course', url: payUrl } : others,
    ...(canPay && { links: [others] }),
  };
}
