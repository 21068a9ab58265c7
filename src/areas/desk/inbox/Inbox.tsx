import { useRef, useState } from 'react';
import { type CaseSummary, claimCase, listCases, releaseCase } from '#contracts/desk/desk.ts';
import { getOperator } from '#contracts/desk/operators.ts';
import { casePath } from '#src/browser/desk-paths.ts';
import { serverNow } from '#src/browser/server-clock.ts';
import { siteStorage, storageKeys } from '#src/browser/storage.ts';
import { toastError } from '#src/browser/toast.ts';
import { Button } from '#src/ui/Button.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Badge } from '#src/ui/Facts.tsx';
import { callDesk } from '../call-desk.ts';
import { ActionForm } from '../case/ActionForm.tsx';
import { caseCopy } from '../case/case.copy.ts';
import { useIsExcluded } from '../case/use-is-excluded.ts';
import { useOwnerForms } from '../case/use-owner-forms.ts';
import { deskCopy } from '../desk.copy.ts';
import deskStyles from '../desk.module.css';
import { RelativeTime } from '../PageParts.tsx';
import {
  DeskQueryState,
  useAddressQuery,
  useDeskAction,
  useDeskQuery,
  useLiveDesk,
} from '../use-desk-query.tsx';
import { InboxFilterBar } from './InboxFilterBar.tsx';
import styles from './inbox.module.css';
import { useShortcuts } from './use-shortcuts.ts';

const copy = deskCopy.inbox;
const moreCases = 50;

/** The inbox: open cases, the one due first at the top. Counts and rows update live. */
export function Inbox() {
  const filters = useAddressQuery(listCases, 'inbox');
  const [limit, setLimit] = useState(moreCases);
  const inbox = useDeskQuery(listCases, { query: { ...filters.query, limit } });
  const me = useDeskQuery(getOperator, {});
  useLiveDesk();
  const { running, run } = useDeskAction();
  const [hasKeys, setKeys] = useState(() => siteStorage.read(storageKeys.deskShortcuts) !== 'off');
  const list = useRef<HTMLUListElement>(null);

  const data = inbox.data?.data;
  const cases = data?.cases ?? [];
  const [toAssign, setToAssign] = useState<string>();
  const assigned = cases.find(({ id }) => id === toAssign);
  const isLead = me.data?.data.isLead ?? false;
  const isExcluded = useIsExcluded();
  const isMine = (item: CaseSummary) => item.owner !== null && item.owner.id === me.data?.data.id;

  const toggle = (item: CaseSummary) => {
    const params = { id: item.id };
    // oxlint-disable-next-line typescript/no-floating-promises -- `run` shows the errors
    void run(item.id, () =>
      isMine(item) ? callDesk(releaseCase, { params, body: {} }) : callDesk(claimCase, { params }),
    );
  };

  const takeNext = async () => {
    let next: CaseSummary | undefined;
    const isTaken = await run('next', async () => {
      const unassigned = await callDesk(listCases, { query: { owner: 'unassigned' } });
      next = unassigned.data.cases.find((item) => !isExcluded(item));
      if (!next) return { message: copy.noNext };
      return callDesk(claimCase, { params: { id: next.id } });
    });
    if (isTaken && next) location.assign(casePath(next.id));
  };

  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>('a[data-case]') ?? [])];
  const focused = () => links().indexOf(document.activeElement as HTMLAnchorElement);
  const move = (step: 1 | -1) => {
    const all = links();
    const now = focused();
    all[now < 0 ? 0 : Math.min(Math.max(now + step, 0), all.length - 1)]?.focus();
  };
  useShortcuts(
    {
      j: () => move(1),
      k: () => move(-1),
      c: () => {
        const item = cases[focused()];
        if (item && isExcluded(item) && !item.owner) toastError(caseCopy.excluded);
        else if (item && (isMine(item) || !item.owner)) toggle(item);
        else if (item) toastError(`${item.owner?.name}: ${caseCopy.owner.toLowerCase()}`);
      },
      n: () => void takeNext(),
    },
    hasKeys,
  );

  const { kind, owner, age } = filters.query;
  const isFiltered = Boolean(kind ?? owner ?? age);
  return (
    <>
      <InboxFilterBar filters={filters} counts={data?.counts} />
      <div className="row row-apart">
        <Button text={copy.next} busy={running === 'next' && copy.taking} onPress={takeNext} />
        <label className={styles.keys}>
          <input
            type="checkbox"
            checked={hasKeys}
            onChange={({ target }) => {
              setKeys(target.checked);
              siteStorage.write(storageKeys.deskShortcuts, target.checked ? 'on' : 'off');
            }}
          />
          <span>{copy.shortcuts}</span>
          <span className={styles.keyList}>
            {copy.keys.map(([key, text]) => (
              <span key={key}>
                <kbd>{key}</kbd> {text}
              </span>
            ))}
          </span>
        </label>
      </div>
      <DeskQueryState query={inbox} />
      {data && cases.length === 0 && (
        <EmptyState text={isFiltered ? copy.emptyFiltered : copy.empty}>
          {isFiltered && <Button kind="quiet" text={copy.clear} onPress={() => filters.replace({})} />}
        </EmptyState>
      )}
      {cases.length > 0 && (
        <ul
          ref={list}
          className={`bare ${deskStyles.log} ${styles.list}`}
          aria-label={copy.list}
          data-lead={isLead || undefined}
        >
          {cases.map((item) => (
            <CaseRow
              key={item.id}
              item={item}
              isMine={isMine(item)}
              isExcluded={isExcluded(item)}
              isBusy={running === item.id}
              onToggle={() => toggle(item)}
              {...(isLead && { onAssign: () => setToAssign(item.id) })}
            />
          ))}
        </ul>
      )}
      {assigned && <AssignModal item={assigned} onClose={() => setToAssign(undefined)} />}
      {data && data.total > cases.length && (
        <Button
          kind="quiet"
          text={copy.more(cases.length, data.total)}
          onPress={() => setLimit(limit + moreCases)}
        />
      )}
    </>
  );
}

/** The forms of a lead for a case of the inbox. It stays open after an act, which shows the new owner. */
function AssignModal({ item, onClose }: { item: CaseSummary; onClose: () => void }) {
  const forms = useOwnerForms(item);
  return (
    <Modal title={item.about ?? item.summary} onClose={onClose}>
      <p className="small soft">
        {caseCopy.owner}: {item.owner?.name ?? copy.unowned}
      </p>
      {forms.map((form) => (
        <ActionForm key={form.name} action={form.action} onSubmit={form.onSubmit} />
      ))}
    </Modal>
  );
}

/** A case in the inbox: a link to its page, and the button that claims or releases it. */
function CaseRow(props: {
  item: CaseSummary;
  isMine: boolean;
  /** Whether the operator may not claim it. */
  isExcluded: boolean;
  isBusy: boolean;
  onToggle: () => void;
  /** Absent for operators who are no leads. */
  onAssign?: () => void;
}) {
  const { item, isMine, isExcluded, isBusy, onToggle, onAssign } = props;
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
      <span className="chips">
        {item.occurrences > 1 && <Badge>{copy.times(item.occurrences)}</Badge>}
        {item.waitsForApproval && <Badge kind="wait">{copy.waitsForApproval}</Badge>}
        {item.waitingOn && (
          <Badge kind="wait">
            {copy.waitsFor(
              deskCopy.parties[item.waitingOn],
              item.waitingFor && deskCopy.matters[item.waitingFor],
            )}
          </Badge>
        )}
        <Badge {...(isLate && { kind: 'warn' as const })}>
          <RelativeTime time={item.dueAt} />
        </Badge>
      </span>
      <span className={`soft small ${styles.owner}`}>
        {isMine ? copy.you : (item.owner?.name ?? copy.unowned)}
      </span>
      <span className={styles.action}>
        {!isClosed && onAssign && (
          <Button
            kind="plain"
            isSmall
            text={copy.assign}
            details={item.about ?? item.summary}
            onPress={onAssign}
          />
        )}
        {!isClosed && (isMine || (!item.owner && !isExcluded)) && (
          <Button
            kind={isMine ? 'plain' : 'quiet'}
            isSmall
            text={isMine ? copy.release : copy.claim}
            details={item.about ?? item.summary}
            busy={isBusy && (isMine ? copy.releasing : copy.claiming)}
            onPress={onToggle}
          />
        )}
      </span>
    </li>
  );
}
