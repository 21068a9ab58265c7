import { useState } from 'react';
import { needsPublicRoomNotice, publicMeetingRoomNotice } from '#contracts/meeting-room.ts';
import { type MeetingReply, readMeetingLink, replyByMeetingLink } from '#contracts/meetings.ts';
import { ApiError, call, messageOf } from '../../../browser/api.ts';
import { consumeLinkToken } from '../../../browser/link-token.ts';
import { paths } from '../../../browser/paths.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { setApiQueryData, useApiQuery } from '../../../browser/use-api-query.ts';
import { FailedToLoad, Notice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { learnerMeetingCopy as copy } from '../meetings.copy.ts';
import { LearnerMeetingView } from './LearnerMeetingView.tsx';

/**
 * The meeting of a mail's link, without sign-in. Loading changes nothing, because mail scanners open links (decision
 * 010); a reply needs a click.
 */
export function ReplyPage() {
  const [token] = useState(consumeLinkToken);
  // A refetch would replace the meeting while the learner replies to it.
  const sent = { query: { token } };
  const { data, error, isFetching, refetch } = useApiQuery(readMeetingLink, sent, {
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const meeting = error ? undefined : data?.data;
  const isLoading = Boolean(token) && !data && !error;
  const isUseless = !token || (error instanceof ApiError && error.status === 422);

  const reply = async (answer: MeetingReply) => {
    try {
      const changed = await call(replyByMeetingLink, { body: { token, ...answer } });
      toastSuccess(changed.message);
      await setApiQueryData(readMeetingLink, sent, changed);
    } catch (rejection) {
      // The meeting has changed: reload it and show the error.
      if (rejection instanceof ApiError && rejection.status === 409) void refetch();
      throw rejection;
    }
  };

  return (
    <div className="card stack" aria-busy={isLoading}>
      {isLoading && (
        <p className="row" role="status">
          <Spinner /> {copy.loading}
        </p>
      )}
      {isUseless && (
        <Notice kind="warn">
          <p>{token ? messageOf(error, copy.loadFailed) : copy.noToken}</p>
        </Notice>
      )}
      {!isUseless && Boolean(error) && (
        <FailedToLoad
          message={messageOf(error, copy.loadFailed)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {meeting && (
        <>
          <h2>{meeting.courseTitle}</h2>
          <LearnerMeetingView meeting={meeting} onReply={reply} />
          {needsPublicRoomNotice([meeting], Date.now()) && (
            <p className="soft small">{publicMeetingRoomNotice}</p>
          )}
        </>
      )}
      {!isLoading && (
        <p>
          <a href={paths.dashboard}>{copy.toDashboard}</a>
        </p>
      )}
    </div>
  );
}
