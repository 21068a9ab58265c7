import { hasTakenPlace, isMeetingOpen } from '#contracts/meetings/meeting-status.ts';
import type { LearnerMeeting } from '#contracts/meetings/meeting-views.ts';
import type { MeetingReply } from '#contracts/meetings/meetings.ts';
import { reportPath } from '../../../browser/paths.ts';
import { serverNow } from '../../../browser/server-clock.ts';
import { OutgoingLink, opensInNewTab } from '../../../ui/OutgoingLink.tsx';
import { learnerMeetingCopy as copy } from '../meetings.copy.ts';
import { MeetingTime } from './MeetingTime.tsx';
import { ReplyForm } from './ReplyForm.tsx';

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
  const sponsor = { name: meeting.sponsorName ?? copy.sponsor, timeZone: meeting.sponsorTimeZone };
  const hasTime = startsAt !== null && (status === 'proposed' || status === 'accepted');
  return (
    <div className="stack stack-tight">
      <p role="status">
        <span>{copy.states[isOver ? 'over' : status](meeting.sponsorName)}</span>{' '}
        {hasTime && <MeetingTime at={startsAt} other={sponsor} />}
      </p>
      {proposedStartsAt && (
        <p>
          {copy.yourProposal}: <MeetingTime at={proposedStartsAt} other={sponsor} />
          {startsAt && (
            <span>
              <br />
              {copy.theirProposal}: <MeetingTime at={startsAt} other={sponsor} />
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
          <OutgoingLink to={roomUrl} isOurs>
            {copy.join}
            {opensInNewTab}
          </OutgoingLink>
        </p>
      )}
      <p className="small">
        <a href={reportPath('sponsor', meeting._id)}>{copy.report}</a>
      </p>
      {isAhead && <ReplyForm meeting={meeting} about={about} onReply={onReply} />}
    </div>
  );
}
