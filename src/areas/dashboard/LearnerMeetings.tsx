import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { type MeetingReply, replyToMeeting } from '#contracts/meetings/meetings.ts';
import { ApiError, call } from '../../browser/api.ts';
import { toastSuccess } from '../../browser/toast.ts';
import { LearnerMeetingView } from '../funding/meeting/LearnerMeetingView.tsx';
import { learnerMeetingCopy as copy } from '../funding/meetings.copy.ts';
import styles from './dashboard.module.css';

/** The meetings about a learner's request, with the reply to each that is still to come. */
export function LearnerMeetings(props: { request: OwnRequest; onChanged: () => Promise<void> }) {
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
    <ul className={`bare ${styles.meetings}`} aria-label={copy.label}>
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
