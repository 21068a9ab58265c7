import { clockInZone } from '#contracts/meetings/meeting-time.ts';
import { getMeetingRoom, type MeetingRoom as Room } from '#contracts/meetings/meetings.ts';
import { ApiError } from '../../../browser/api.ts';
import { paths, reportPath } from '../../../browser/paths.ts';
import { browserTimeZone } from '../../../browser/time-zone.ts';
import { setApiQueryData, useApiQuery } from '../../../browser/use-api-query.ts';
import { LinkButton, Spinner } from '../../../ui/Button.tsx';
import { Notice, QueryFailed } from '../../../ui/Notice.tsx';
import { opensInNewTab } from '../../../ui/OutgoingLink.tsx';
import { MeetingLinkSection } from './MeetingLinkSection.tsx';
import { MeetingTime } from './MeetingTime.tsx';
import { RoomLink } from './RoomLink.tsx';
import { roomCopy as copy } from './room.copy.ts';

/** How often the page asks again, so that it notices that the room opens, or closes. */
const askEveryMs = 20_000;

/** Where a meeting takes place, when, and how people treat each other there. */
export function MeetingRoom({ id }: { id: string }) {
  const query = useApiQuery(getMeetingRoom, { params: { id } }, { refetchInterval: askEveryMs });
  const { data, error } = query;
  if (error instanceof ApiError && error.status < 500)
    return (
      <Notice kind="warn" text={error.status === 404 ? copy.none : error.message}>
        <p>
          <a href={paths.dashboard}>{copy.toDashboard}</a>
        </p>
      </Notice>
    );
  if (error) return <QueryFailed query={query} failed={copy.loadFailed} />;
  if (!data)
    return (
      <p className="row" role="status">
        <Spinner /> {copy.loading}
      </p>
    );
  return (
    <RoomView
      id={id}
      room={data.data}
      onChange={(room) => void setApiQueryData(getMeetingRoom, { params: { id } }, { ...data, data: room })}
    />
  );
}

function RoomView({ id, room, onChange }: { id: string; room: Room; onChange: (room: Room) => void }) {
  const { withName, withTimeZone, courseTitle, startsAt, report, roomUrl } = room;
  return (
    <>
      <div className="stack stack-tight">
        <p className="lead">{copy.about(withName, courseTitle)}</p>
        <p>
          <MeetingTime at={startsAt} other={{ name: withName ?? copy.other, timeZone: withTimeZone }} />
        </p>
        <p role="status">{stateOf(room)}</p>
      </div>
      {roomUrl && (
        <div className="stack stack-tight">
          <p>
            <RoomLink to={roomUrl} className="button">
              {copy.join}
              {opensInNewTab}
            </RoomLink>
          </p>
        </div>
      )}
      {room.state !== 'over' && <MeetingLinkSection id={id} room={room} onChange={onChange} />}
      {room.state !== 'over' && (
        <section className="card stack stack-tight">
          <h2>{copy.rulesHeading}</h2>
          <ul>
            {copy.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
      )}
      <div className="stack stack-tight">
        <p>{copy.wrong}</p>
        <p className="soft small">{roomUrl ? `${copy.howToEnd} ${copy.whoReported}` : copy.whoReported}</p>
        <p className="row">
          <LinkButton
            kind="quiet"
            href={reportPath(report.about, report.id)}
            text={roomUrl ? copy.end : copy.report}
          />
          <a href={paths.dashboard}>{copy.toDashboard}</a>
        </p>
      </div>
    </>
  );
}

function stateOf({ state, opensAt, closesAt }: Room): string {
  if (state === 'over') return copy.over;
  // The day is that of the start, above.
  const time = clockInZone(state === 'open' ? closesAt : opensAt, browserTimeZone());
  return state === 'open' ? copy.open(time) : copy.early(time);
}
