import { useState } from 'react';
import { needsPublicRoomNotice, publicMeetingRoomNotice } from '#contracts/meetings/meeting-room.ts';
import { type MeetingReply, readMeetingLink, replyByMeetingLink } from '#contracts/meetings/meetings.ts';
import { LinkCard } from '#src/ui/LinkCard.tsx';
import { ApiError, call } from '../../../browser/api.ts';
import { consumeLinkToken } from '../../../browser/link-token.ts';
import { serverNow } from '../../../browser/server-clock.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { setApiQueryData, useApiQuery } from '../../../browser/use-api-query.ts';
import { learnerMeetingCopy as copy } from '../meetings.copy.ts';
import { LearnerMeetingView } from './LearnerMeetingView.tsx';

/**
 * The meeting of a mail's link, without sign-in. Loading changes nothing, because mail scanners open links (decision
 * 010); a reply needs a click.
 */
export function ReplyPage() {
  const [token] = useState(consumeLinkToken);
  const sent = { query: { token } };
  // A refetch would replace the meeting while the learner replies to it.
  const query = useApiQuery(readMeetingLink, sent, {
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });

  const reply = async (answer: MeetingReply) => {
    try {
      const changed = await call(replyByMeetingLink, { body: { token, ...answer } });
      toastSuccess(changed.message);
      await setApiQueryData(readMeetingLink, sent, changed);
    } catch (rejection) {
      // The meeting has changed: reload it and show the error.
      // oxlint-disable-next-line typescript/no-floating-promises -- React Query keeps the errors
      if (rejection instanceof ApiError && rejection.status === 409) void query.refetch();
      throw rejection;
    }
  };

  return (
    <LinkCard token={token} query={query} copy={copy}>
      {(meeting) => (
        <>
          <h2 translate="no">{meeting.courseTitle}</h2>
          <LearnerMeetingView meeting={meeting} onReply={reply} />
          {needsPublicRoomNotice([meeting], serverNow()) && (
            <p className="soft small">{publicMeetingRoomNotice}</p>
          )}
        </>
      )}
    </LinkCard>
  );
}
