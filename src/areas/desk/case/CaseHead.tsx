import { type CaseDetails, claimCase, releaseCase } from '#contracts/desk/desk.ts';
import { serverNow } from '#src/browser/server-clock.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { callDesk } from '../call-desk.ts';
import { deskCopy } from '../desk.copy.ts';
import { RelativeTime } from '../RelativeTime.tsx';
import { useDeskAction } from '../use-desk-action.ts';
import styles from './case.module.css';

const copy = deskCopy.case;

/** Kind, state and owner of a case, with the button that claims or releases it. */
export function CaseHead({ found }: { found: CaseDetails }) {
  const { running, run } = useDeskAction();
  const params = { id: found.id };
  const isClosed = found.status === 'closed';
  const isLate = !isClosed && Date.parse(found.dueAt) < serverNow();
  return (
    <header className={styles.head}>
      <div className="stack stack-tight">
        <p className={styles.kind}>{deskCopy.kinds[found.kind]}</p>
        <h1>{found.about ?? found.summary}</h1>
        {found.about && <p className="soft">{found.summary}</p>}
        <p className="row small">
          {isClosed ? (
            <Badge key="closed" kind="good">
              {copy.closed(found.outcome ?? '')}
            </Badge>
          ) : (
            <Badge key="due" {...(isLate && { kind: 'warn' as const })}>
              {copy.due} <RelativeTime time={found.dueAt} />
            </Badge>
          )}
          {found.waitingOn && (
            <Badge kind="wait">{deskCopy.inbox.waitsFor(deskCopy.parties[found.waitingOn])}</Badge>
          )}
          <span>
            {copy.owner}: {found.isMine ? deskCopy.inbox.you : (found.owner?.name ?? deskCopy.inbox.unowned)}
          </span>
          <span className="soft">
            {copy.opened} <RelativeTime time={found.createdAt} />
          </span>
        </p>
        {found.closedReason && <p>{found.closedReason}</p>}
      </div>
      {/* One button, so that it keeps the focus when it changes. */}
      {!isClosed && (found.isMine || !found.owner) && (
        <Button
          {...(found.isMine && { kind: 'quiet' as const })}
          isBusy={running !== undefined}
          busyLabel={found.isMine ? deskCopy.inbox.releasing : deskCopy.inbox.claiming}
          onPress={() =>
            void run('owner', () =>
              found.isMine ? callDesk(releaseCase, { params, body: {} }) : callDesk(claimCase, { params }),
            )
          }
        >
          {found.isMine ? deskCopy.inbox.release : deskCopy.inbox.claim}
        </Button>
      )}
    </header>
  );
}
