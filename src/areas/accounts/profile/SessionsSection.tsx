import { endAllSessions, endSession as endOne, listSessions } from '#contracts/accounts/profile-changes.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { ApiError, call } from '../../../browser/api.ts';
import { paths } from '../../../browser/paths.ts';
import { endSession } from '../../../browser/session.ts';
import { signOut } from '../../../browser/sign-out.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { useApiQuery } from '../../../browser/use-api-query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Badge, Moment } from '../../../ui/Facts.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { profileCopy } from './profile.copy.ts';
import styles from './profile.module.css';
import { Section } from './Section.tsx';

const copy = profileCopy.sessions;
const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** The list of active sessions, with buttons to end them. */
export function SessionsSection() {
  const sessions = useApiQuery(listSessions, {});
  const { run, running } = useAction(copy.notEnded);

  const end = ({ _id, device, isCurrent }: Session) =>
    run(async () => {
      if (isCurrent) return signOut();
      // 404 means that the session has already ended.
      await call(endOne, { params: { id: _id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      });
      toastSuccess(copy.ended(device));
      await sessions.refetch();
    }, _id);

  const endAll = () =>
    run(async () => {
      await call(endAllSessions, {});
      endSession(paths.home);
    }, 'all');

  return (
    <Section heading={copy.heading}>
      <QueryState query={sessions} loading={copy.loading} failed={copy.failed} />
      {sessions.data && (
        <>
          <ul className={`bare ${styles.devices}`}>
            {sessions.data.data.map((session) => (
              <SessionLine
                key={session._id}
                session={session}
                isEnding={running === session._id}
                onEnd={() => void end(session)}
              />
            ))}
          </ul>
          <div className="stack stack-tight">
            {sessions.data.data.some(({ country }) => country) && (
              <p className="small soft">{copy.countryHint}</p>
            )}
            <p className="small soft">{copy.endAllHint}</p>
            <div className="row row-fill">
              <Button
                kind="quiet"
                text={copy.endAll}
                busy={running === 'all' && copy.ending}
                onPress={endAll}
              />
            </div>
          </div>
        </>
      )}
    </Section>
  );
}

type Session = ResponseBody<typeof listSessions>['data'][number];

/** A session with its device, times and sign-out button. */
function SessionLine(props: { session: Session; isEnding: boolean; onEnd: () => void }) {
  const { device, country, isCurrent, startedAt, lastSeenAt } = props.session;
  return (
    <li className={styles.device}>
      <div>
        <p className="row">
          <strong>{device}</strong> {isCurrent && <Badge kind="good">{copy.current}</Badge>}
        </p>
        <p className="small soft">
          <span>{country ? `${countryNames.of(country)} · ${copy.since}` : copy.since}</span>{' '}
          <Moment time={startedAt} timeStyle="medium" /> · {copy.lastSeen}{' '}
          <Moment time={lastSeenAt} timeStyle="medium" />
        </p>
      </div>
      <Button
        kind="quiet"
        isSmall
        text={copy.end}
        details={isCurrent ? copy.current : device}
        busy={props.isEnding && copy.ending}
        onPress={props.onEnd}
      />
    </li>
  );
}
