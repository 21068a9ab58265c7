import type { CaseSummary } from '#contracts/desk/desk.ts';
import { casePath } from '#src/browser/desk-paths.ts';
import { serverNow } from '#src/browser/server-clock.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { deskCopy } from '../desk.copy.ts';
import { RelativeTime } from '../RelativeTime.tsx';
import styles from './inbox.module.css';

const copy = deskCopy.inbox;

interface CaseRowProps {
  item: CaseSummary;
  isMine: boolean;
  isBusy: boolean;
  onToggle: () => void;
}

/** A case in the inbox: a link to its page, and the button that claims or releases it. */
export function CaseRow({ item, isMine, isBusy, onToggle }: CaseRowProps) {
  const isClosed = item.status === 'closed';
  const isLate = !isClosed && Date.parse(item.dueAt) < serverNow();
  return (
    <li className={styles.row}>
      <a className={styles.main} href={casePath(item.id)} data-case={item.id}>
        <span className={styles.kind}>{deskCopy.kinds[item.kind]}</span>
        <span className={styles.text}>
          <strong>{item.about ?? item.summary}</strong>
          {item.about && <span className="soft small">{item.summary}</span>}
        </span>
      </a>
      <span className={styles.state}>
        {item.occurrences > 1 && <Badge>{copy.times(item.occurrences)}</Badge>}
        {item.waitingOn && <Badge kind="wait">{copy.waitsFor(deskCopy.parties[item.waitingOn])}</Badge>}
        <Badge {...(isLate && { kind: 'warn' as const })}>
          <RelativeTime time={item.dueAt} />
        </Badge>
      </span>
      <span className={styles.owner}>{isMine ? copy.you : (item.owner?.name ?? copy.unowned)}</span>
      <span className={styles.action}>
        {!isClosed && (isMine || !item.owner) && (
          <Button
            kind={isMine ? 'plain' : 'quiet'}
            isSmall
            isBusy={isBusy}
            busyLabel={isMine ? copy.releasing : copy.claiming}
            onPress={onToggle}
          >
            {isMine ? copy.release : copy.claim}
            <span className="visually-hidden"> {item.about ?? item.summary}</span>
          </Button>
        )}
      </span>
    </li>
  );
}
