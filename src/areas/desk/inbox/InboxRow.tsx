import type { CaseRow } from '#contracts/desk/desk-inbox.ts';
import { dayMs } from '#contracts/durations.ts';
import { formatMinor } from '#contracts/money.ts';
import { casePath } from '#src/browser/desk-paths.ts';
import { serverNow } from '#src/browser/server-clock.ts';
import { Button } from '#src/ui/Button.tsx';
import { Badge } from '#src/ui/Facts.tsx';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import { deskCopy } from '../desk.copy.ts';
import { RelativeTime } from '../PageParts.tsx';
import { inboxCopy, stageText } from './inbox.copy.ts';
import styles from './inbox.module.css';
import { storeOpened } from './inbox-place.ts';

const copy = deskCopy.inbox;

/** Name of a case for those who do not see its row. */
export const nameOfRow = ({ course, about, summary }: CaseRow): string => course ?? about ?? summary;

/** What else its row says about it. */
function detailsOf(item: CaseRow): string[] {
  const name = nameOfRow(item);
  return [item.person?.name ?? name, item.summary].filter((text) => text !== name);
}

/** Kind, name and details of a case on one line. */
export const textOfRow = (item: CaseRow): string =>
  [deskCopy.kinds[item.kind], nameOfRow(item), ...detailsOf(item)].join(' · ');

interface InboxRowProps {
  item: CaseRow;
  isMine: boolean;
  isBusy: boolean;
  isChosen: boolean;
  onChoose: () => void;
  onToggle: () => void;
  /** Absent for operators who are no leads. */
  onAssign?: () => void;
}

/** A case in the inbox: the box that chooses it, a link to its page, its facts, and the button that claims or releases it. */
export function InboxRow({ item, isMine, isBusy, isChosen, onChoose, onToggle, onAssign }: InboxRowProps) {
  const isClosed = item.status === 'closed';
  const name = nameOfRow(item);
  const details = detailsOf(item);
  return (
    <li className={styles.row}>
      <span className={styles.choose}>
        {!isClosed && (
          <Checkbox checked={isChosen} aria-label={inboxCopy.bulk.choose(name)} onChange={onChoose}>
            {null}
          </Checkbox>
        )}
      </span>
      <a
        className={styles.main}
        href={casePath(item.id)}
        data-case={item.id}
        onClick={() => storeOpened(item.id)}
      >
        <span className={styles.kind}>{deskCopy.kinds[item.kind]}</span>
        <span className={styles.text}>
          <strong>{name}</strong>
          {details.length > 0 && <span className="soft small">{details.join(' · ')}</span>}
        </span>
      </a>
      <RowState item={item} />
      <span className={`soft small ${styles.owner}`}>
        <span>{isMine ? copy.you : (item.owner?.name ?? copy.unowned)}</span>{' '}
        {!item.waitingOn && <Since time={item.since} />}
      </span>
      <span className={styles.action}>
        {!isClosed && onAssign && (
          <Button kind="plain" isSmall text={copy.assign} details={name} onPress={onAssign} />
        )}
        {!isClosed && (isMine || item.mayClaim) && (
          <Button
            kind={isMine ? 'plain' : 'quiet'}
            isSmall
            text={isMine ? copy.release : copy.claim}
            details={name}
            busy={isBusy && (isMine ? copy.releasing : copy.claiming)}
            onPress={onToggle}
          />
        )}
      </span>
    </li>
  );
}

/** Amount, stage, whom the case waits for and since when, and when it is due. */
function RowState({ item }: { item: CaseRow }) {
  const isLate = item.status !== 'closed' && Date.parse(item.dueAt) < serverNow();
  // The badge about approval says it.
  const stage = item.waitsForApproval && item.stage === 'unapproved' ? undefined : stageText(item);
  return (
    <span className="chips">
      {item.amount && (
        <span className={styles.amount} translate="no">
          {formatMinor(item.amount.minor, item.amount.currency)}
        </span>
      )}
      {stage && <Badge>{stage}</Badge>}
      {item.occurrences > 1 && <Badge>{copy.times(item.occurrences)}</Badge>}
      {item.waitsForApproval && <Badge kind="wait">{copy.waitsForApproval}</Badge>}
      {item.waitingOn && (
        <Badge kind="wait">
          {copy.waitsFor(
            deskCopy.parties[item.waitingOn],
            item.waitingFor && deskCopy.matters[item.waitingFor],
          )}{' '}
          <Since time={item.since} />
        </Badge>
      )}
      <Badge {...(isLate && { kind: 'warn' as const })}>
        <RelativeTime time={item.dueAt} />
      </Badge>
    </span>
  );
}

/** Since a time of today, or a day before. */
function Since({ time }: { time: string }) {
  const date = new Date(time);
  const isRecent = serverNow() - date.getTime() < dayMs / 2;
  const text = isRecent
    ? date.toLocaleTimeString(undefined, { timeStyle: 'short' })
    : date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
  return (
    <span className={styles.since}>
      {inboxCopy.since}{' '}
      <time
        dateTime={time}
        title={date.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'medium' })}
      >
        {text}
      </time>
    </span>
  );
}
