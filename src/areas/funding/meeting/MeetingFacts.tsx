import type { MeetingResponse } from '#contracts/funding/sponsorships.ts';
import { hasTakenPlace } from '#contracts/meetings/meeting-status.ts';
import { meetingPath } from '../../../browser/paths.ts';
import { statusCopy } from '../status/status.copy.ts';
import styles from '../status/status.module.css';
import { MeetingTime } from './MeetingTime.tsx';
import { meetingCopy as copy } from './meeting.copy.ts';
import { isProposalAhead } from './meeting-time.ts';
import { RoomLink } from './RoomLink.tsx';

/** Time of a meeting in both time zones, and the link of the room. */
export function MeetingFacts({ meeting, name }: { meeting: MeetingResponse; name: string }) {
  const { status, proposedStartsAt, note, roomUrl } = meeting;
  const isCounterProposal = status === 'counter_proposed';
  const startsAt = isCounterProposal ? proposedStartsAt : meeting.startsAt;
  const other = { name, timeZone: meeting.learner.timeZone };
  return (
    <dl className={styles.meeting} aria-label={copy.facts}>
      {startsAt && (
        <>
          <dt>{isCounterProposal ? copy.proposed : copy.yours}</dt>
          <dd>
            <MeetingTime at={startsAt} other={other} />
          </dd>
        </>
      )}
      {isCounterProposal && meeting.startsAt && (
        <>
          <dt>{copy.insteadOf}</dt>
          <dd>
            <MeetingTime at={meeting.startsAt} other={other} />
          </dd>
        </>
      )}
      <dt>{copy.room}</dt>
      <dd>
        <RoomLink to={roomUrl}>
          {copy.openRoom} <span className="soft small">{copy.outside}</span>
        </RoomLink>
        {startsAt && !isCounterProposal && (
          <>
            <br />
            <a className="small" href={meetingPath(meeting._id)}>
              {copy.otherRoom}
            </a>
          </>
        )}
      </dd>
      {note && (
        <>
          <dt>{copy.noteGiven}</dt>
          <dd>{note}</dd>
        </>
      )}
    </dl>
  );
}

/** Returns title, text and hint of a sponsor's meeting, by its status. */
export function meetingHeadline(
  meeting: MeetingResponse | null,
  name: string,
  nowMs: number,
): { title: string; text: string; hint?: string } {
  if (!meeting) return { title: statusCopy.noMeetingTitle, text: statusCopy.noMeetingText(name) };
  if (hasTakenPlace(meeting, nowMs)) return { title: statusCopy.overTitle, text: statusCopy.overText(name) };
  switch (meeting.status) {
    case 'awaiting_time':
      return { title: statusCopy.waitingTitle, text: statusCopy.waitingText(name) };
    case 'counter_proposed': {
      const text = isProposalAhead(meeting, nowMs) ? statusCopy.proposedText : statusCopy.proposedPast;
      return { title: statusCopy.proposedTitle, text: text(name) };
    }
    case 'accepted':
      return { title: statusCopy.meetTitle, text: statusCopy.meetText(name), hint: statusCopy.agreed(name) };
    default:
      return {
        title: statusCopy.meetTitle,
        text: statusCopy.meetText(name),
        hint: statusCopy.notAnswered(name),
      };
  }
}
