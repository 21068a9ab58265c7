import { hasTakenPlace, isMeetingOpen } from '#contracts/meetings/meeting-status.ts';
import type { LearnerMeeting } from '#contracts/meetings/meeting-views.ts';
import type { MeetingReply } from '#contracts/meetings/meetings.ts';
import { meetingPath, reportPath } from '../../../browser/paths.ts';
import { serverNow } from '../../../browser/server-clock.ts';
import { opensInNewTab } from '../../../ui/OutgoingLink.tsx';
import { learnerMeetingCopy as copy } from '../meetings.copy.ts';
import { formatBrowserTime } from './meeting-time.ts';
import { ReplyForm } from './ReplyForm.tsx';
import { RoomLink } from './RoomLink.tsx';

interface LearnerMeetingViewProps {
  meeting: LearnerMeeting;
  about?: string;
  onReply: (reply: MeetingReply) => Promise<void>;
}

/** A meeting for its learner: participants, time, room, and the reply while it is still to come. */
export function LearnerMeetingView({ meeting, about, onReply }: LearnerMeetingViewProps) {
  const { status, startsAt, proposedStartsAt, roomUrl, note } = meeting;
  const isOver = hasTakenPlace(meeting, serverNow());
  const isAhead = isMeetingOpen(status) && !isOver;
  const hasTime = startsAt !== null && (status === 'proposed' || status === 'accepted');
  return (
    <div className="stack stack-tight">
      <p role="status">
        <span>{copy.states[isOver ? 'over' : status](meeting.sponsorName)}</span>{' '}
        {hasTime && <Time at={startsAt} />}
      </p>
      {proposedStartsAt && (
        <p>
          {copy.yourProposal}: <Time at={proposedStartsAt} />
          {startsAt && (
            <span>
              <br />
              {copy.theirProposal}: <Time at={startsAt} />
            </span>
          )}
        </p>
      )}
      {isAhead && note && (
        <p>
          <span className="soft small">{copy.note}</span>
          <br />
          <span>{note}</span>
          <br />
          <a className="small" href={reportPath('note', meeting._id)}>
            {copy.reportNote}
          </a>
        </p>
      )}
      {isAhead && hasTime && roomUrl && (
        <p>
          <RoomLink to={roomUrl}>
            {copy.join}
            {opensInNewTab}
          </RoomLink>
          <br />
          <a className="small" href={meetingPath(meeting._id)}>
            {copy.otherRoom}
          </a>
        </p>
      )}
      <p className="small">
        <a href={reportPath('sponsor', meeting._id)}>{copy.report}</a>
      </p>
      {isAhead && <ReplyForm meeting={meeting} about={about} onReply={onReply} />}
    </div>
  );
}

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      <strong>{formatBrowserTime(at)}</strong>
    </time>
  );
}
