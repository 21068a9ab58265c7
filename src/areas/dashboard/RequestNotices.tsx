import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { appealPath } from '../../browser/paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { LearnerMeetings } from './LearnerMeetings.tsx';
import { reviewCopy as copy } from './review.copy.ts';

/** What most requests do not have: why a request is held, and its meetings. */
export function RequestNotices(props: { request: OwnRequest; onChanged: () => Promise<void> }) {
  const { request } = props;
  return (
    <>
      {request.review && <ReviewNotice id={request._id} review={request.review} />}
      {request.meetings.length > 0 && <LearnerMeetings {...props} />}
    </>
  );
}

function ReviewNotice({ id, review }: { id: string; review: NonNullable<OwnRequest['review']> }) {
  const { state, reason, appeal } = review;
  if (state !== 'rejected')
    return (
      <Notice>
        <p>{copy[state]}</p>
      </Notice>
    );
  return (
    <Notice kind="warn">
      <div className="stack stack-tight">
        <p>{copy.rejected}</p>
        <blockquote>{reason}</blockquote>
        <p>{appeal ? copy.appeals[appeal] : copy.next}</p>
        {!appeal && (
          <p>
            <a href={appealPath(id)}>{copy.appeal}</a>
          </p>
        )}
      </div>
    </Notice>
  );
}
