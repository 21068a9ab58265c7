import type { listSessions } from '#contracts/accounts/profile.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { profileCopy } from './profile.copy.ts';
import styles from './profile.module.css';

/** An active session. */
export type Session = ResponseBody<typeof listSessions>['data'][number];

const copy = profileCopy.sessions;

/** A session with its device, times and sign-out button. */
export function SessionLine(props: { session: Session; isEnding: boolean; onEnd: () => void }) {
  const { device, isCurrent, startedAt, lastSeenAt } = props.session;
  return (
    <li className={styles.device}>
      <div>
        <p className="row">
          <strong>{device}</strong> {isCurrent && <Badge kind="good">{copy.current}</Badge>}
        </p>
        <p className="small soft">
          {copy.since} <Moment at={startedAt} /> · {copy.lastSeen} <Moment at={lastSeenAt} />
        </p>
      </div>
      <Button kind="quiet" isSmall isBusy={props.isEnding} busyLabel={copy.ending} onPress={props.onEnd}>
        {copy.end} <span className="visually-hidden">{isCurrent ? copy.current : device}</span>
      </Button>
    </li>
  );
}

/** Shows a date, with the exact time as tooltip. */
function Moment({ at }: { at: string }) {
  const time = new Date(at);
  return (
    <time dateTime={at} title={time.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'medium' })}>
      {time.toLocaleDateString(undefined, { dateStyle: 'medium' })}
    </time>
  );
}
