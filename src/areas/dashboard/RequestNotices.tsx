import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { learnerButtons, learnerReadings } from '#contracts/dashboard/learner-reading.ts';
import { type MeetingReply, replyToMeeting } from '#contracts/meetings/meetings.ts';
import type { OwnReview } from '#contracts/requests/request-holds.ts';
import { ApiError, call } from '../../browser/api.ts';
import { appealPath } from '../../browser/paths.ts';
import { toastSuccess } from '../../browser/toast.ts';
import { Notice } from '../../ui/Notice.tsx';
import { LearnerMeetingView } from '../funding/meeting/LearnerMeetingView.tsx';
import { learnerMeetingCopy } from '../funding/meetings.copy.ts';
import styles from './dashboard.module.css';
import { reviewCopy as copy } from './review.copy.ts';

/** Parts that most requests do not have: why a request is held, and its meetings. */
export function RequestNotices(props: {
  request: OwnRequest;
  /** Why the request is held; null for one that is not. */
  review: OwnReview | null;
  sentence: string;
  hasMeetings: boolean;
  onChanged: () => Promise<void>;
}) {
  const { request, review, sentence } = props;
  return (
    <>
      {review && <ReviewNotice request={request} review={review} sentence={sentence} />}
      {props.hasMeetings && <LearnerMeetings {...props} />}
    </>
  );
}

function ReviewNotice(props: { request: OwnRequest; review: OwnReview; sentence: string }) {
  const { request, sentence } = props;
  const { state, reason, appeal } = props.review;
  if (state !== 'rejected') return <Notice text={sentence} />;
  // One that was paid before the rejection stays paid, and is not edited.
  const canEdit = learnerButtons(request).includes('edit');
  return (
    <Notice kind="warn">
      <div className="stack stack-tight">
        <p>{canEdit ? learnerReadings.rejected.sentence : sentence}</p>
        <blockquote>{reason}</blockquote>
        {appeal && <p>{copy.appeals[appeal]}</p>}
        {!appeal && canEdit && <p>{copy.next}</p>}
        {!appeal && (
          <p>
            <a href={appealPath(request._id)}>{copy.appeal}</a>
          </p>
        )}
      </div>
    </Notice>
  );
}

/** The meetings about a learner's request, with the reply to each that is still to come. */
function LearnerMeetings(props: { request: OwnRequest; onChanged: () => Promise<void> }) {
  const { meetings, course } = props.request;
  const reply = async (id: string, answer: MeetingReply) => {
    try {
      const { message } = await call(replyToMeeting, { params: { id }, body: answer });
      toastSuccess(message);
      await props.onChanged();
    } catch (error) {
      // Something else happened to the meeting: show what it is now, beside the sentence.
      // oxlint-disable-next-line typescript/no-floating-promises -- React Query keeps the errors
      if (error instanceof ApiError && error.status === 409) void props.onChanged();
      throw error;
    }
  };

  return (
    <ul className={`bare stack ${styles.meetings}`} aria-label={learnerMeetingCopy.label}>
      {meetings.map((meeting) => (
        <li key={meeting._id}>
          <LearnerMeetingView
            meeting={meeting}
            about={course.courseTitle}
            onReply={(answer) => reply(meeting._id, answer)}
          />
        </li>
      ))}
    </ul>
  );
}
