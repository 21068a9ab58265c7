import { useCallback, useEffect, useState } from 'react';
import { needsPublicRoomNotice, publicMeetingRoomNotice } from '#contracts/meeting-room.ts';
import {
  type LinkedMeeting,
  type MeetingReply,
  readMeetingLink,
  replyByMeetingLink,
} from '#contracts/meetings.ts';
import { ApiError, call, messageOf } from '../../../browser/api.ts';
import { consumeLinkToken } from '../../../browser/link-token.ts';
import { paths } from '../../../browser/paths.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { FailedToLoad, Notice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { learnerMeetingCopy as copy } from '../meetings.copy.ts';
import { LearnerMeetingView } from './LearnerMeetingView.tsx';

type State =
  | { is: 'loading' }
  | { is: 'shown'; meeting: LinkedMeeting }
  | { is: 'useless'; message: string }
  | { is: 'failed'; message: string };

/**
 * The meeting of a mail's link, without sign-in. Loading changes nothing, because mail scanners open links (decision
 * 010); a reply needs a click.
 */
export function ReplyPage() {
  const [token] = useState(consumeLinkToken);
  const [state, setState] = useState<State>(
    token ? { is: 'loading' } : { is: 'useless', message: copy.noToken },
  );

  const load = useCallback(async () => {
    try {
      const { data } = await call(readMeetingLink, { query: { token } });
      setState({ is: 'shown', meeting: data });
    } catch (error) {
      const isUseless = error instanceof ApiError && error.status === 422;
      setState({ is: isUseless ? 'useless' : 'failed', message: messageOf(error, copy.loadFailed) });
    }
  }, [token]);
  useEffect(() => {
    if (token) void load();
  }, [token, load]);

  const reply = async (answer: MeetingReply) => {
    try {
      const { message, data } = await call(replyByMeetingLink, { body: { token, ...answer } });
      toastSuccess(message);
      setState({ is: 'shown', meeting: data });
    } catch (error) {
      // The meeting has changed: reload it and show the error.
      if (error instanceof ApiError && error.status === 409) void load();
      throw error;
    }
  };

  return (
    <div className="card stack" aria-busy={state.is === 'loading'}>
      {state.is === 'loading' && (
        <p className="row" role="status">
          <Spinner /> {copy.loading}
        </p>
      )}
      {state.is === 'useless' && (
        <Notice kind="warn">
          <p>{state.message}</p>
        </Notice>
      )}
      {state.is === 'failed' && <FailedToLoad message={state.message} onRetry={() => void load()} />}
      {state.is === 'shown' && (
        <>
          <h2>{state.meeting.courseTitle}</h2>
          <LearnerMeetingView meeting={state.meeting} onReply={reply} />
          {needsPublicRoomNotice([state.meeting], Date.now()) && (
            <p className="soft small">{publicMeetingRoomNotice}</p>
          )}
        </>
      )}
      {state.is !== 'loading' && (
        <p>
          <a href={paths.dashboard}>{copy.toDashboard}</a>
        </p>
      )}
    </div>
  );
}
