import { useState } from 'react';
import { endAllSessions, endSession as endOne, listSessions } from '#contracts/accounts/profile.ts';
import { ApiError, call, messageOf } from '../../../browser/api.ts';
import { paths } from '../../../browser/paths.ts';
import { endSession } from '../../../browser/session.ts';
import { signOut } from '../../../browser/sign-out.ts';
import { toastError, toastSuccess } from '../../../browser/toast.ts';
import { useApiQuery } from '../../../browser/use-api-query.ts';
import { Button } from '../../../ui/Button.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { profileCopy } from './profile.copy.ts';
import styles from './profile.module.css';
import { Section } from './Section.tsx';
import { type Session, SessionLine } from './SessionLine.tsx';

const copy = profileCopy.sessions;

/** The list of active sessions, with buttons to end them. */
export function SessionsSection() {
  const sessions = useApiQuery(listSessions, {});
  const [ending, setEnding] = useState<string>();

  const attempt = async (id: string, work: () => Promise<void>) => {
    if (ending) return;
    setEnding(id);
    try {
      await work();
    } catch (error) {
      toastError(messageOf(error, copy.notEnded));
    } finally {
      setEnding(undefined);
    }
  };

  const end = ({ _id, device, isCurrent }: Session) =>
    attempt(_id, async () => {
      if (isCurrent) return signOut();
      // 404 means that the session has already ended.
      await call(endOne, { params: { id: _id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      });
      toastSuccess(copy.ended(device));
      await sessions.refetch();
    });

  const endAll = () =>
    attempt('all', async () => {
      await call(endAllSessions, {});
      endSession(paths.home);
    });

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
                isEnding={ending === session._id}
                onEnd={() => void end(session)}
              />
            ))}
          </ul>
          <div className="stack stack-tight">
            <p className="small soft">{copy.endAllHint}</p>
            <div className="row row-fill">
              <Button
                kind="quiet"
                isBusy={ending === 'all'}
                busyLabel={copy.ending}
                onPress={() => void endAll()}
              >
                {copy.endAll}
              </Button>
            </div>
          </div>
        </>
      )}
    </Section>
  );
}
