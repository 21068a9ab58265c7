import type { MeetingResponse } from '#contracts/funding/sponsorships.ts';
import { hasTakenPlace } from '#contracts/meetings/meeting-status.ts';
import { statusCopy as copy } from '../status/status.copy.ts';

/** Returns title, text and hint of a sponsor's meeting, by its status. */
export function meetingHeadline(
  meeting: MeetingResponse | null,
  name: string,
  nowMs: number,
): { title: string; text: string; hint?: string } {
  if (!meeting) return { title: copy.noMeetingTitle, text: copy.noMeetingText(name) };
  if (hasTakenPlace(meeting, nowMs)) return { title: copy.overTitle, text: copy.overText(name) };
  switch (meeting.status) {
    case 'awaiting_time':
      return { title: copy.waitingTitle, text: copy.waitingText(name) };
    case 'counter_proposed': {
      const text = isProposalAhead(meeting, nowMs) ? copy.proposedText : copy.proposedPast;
      return { title: copy.proposedTitle, text: text(name) };
    }
    case 'accepted':
      return { title: copy.meetTitle, text: copy.meetText(name), hint: copy.agreed(name) };
    default:
      return { title: copy.meetTitle, text: copy.meetText(name), hint: copy.notAnswered(name) };
  }
}

/** Returns whether the learner's proposal can still be accepted. */
export function isProposalAhead(
  { status, proposedStartsAt }: Pick<MeetingResponse, 'status' | 'proposedStartsAt'>,
  nowMs: number,
): boolean {
  return status === 'counter_proposed' && proposedStartsAt !== null && Date.parse(proposedStartsAt) > nowMs;
}
