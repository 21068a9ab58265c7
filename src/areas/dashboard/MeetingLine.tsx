import type { OwnRequest } from '#contracts/dashboard.ts';
import { dashboardCopy } from './dashboard.copy.ts';

const copy = dashboardCopy.request;

/** When a meeting is, in the reader's own time; and the way in, until it is over. */
export function MeetingLine({ meeting }: { meeting: NonNullable<OwnRequest['meeting']> }) {
  const when = new Date(meeting.startsAt).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <>
      <time dateTime={meeting.startsAt}>{when}</time>
      {new Date(meeting.endsAt).getTime() > Date.now() && (
        <>
          {' '}
          <a href={meeting.roomUrl} target="_blank" rel="noopener noreferrer">
            {copy.join}
            <span className="visually-hidden"> {dashboardCopy.learner.outside}</span>
          </a>
        </>
      )}
    </>
  );
}
