import { useRef, useState } from 'react';
import { type CaseRow, listCases } from '#contracts/desk/desk-inbox.ts';
import { getOperator } from '#contracts/desk/operators.ts';
import { deskPaths } from '#src/browser/desk-paths.ts';
import { toastError } from '#src/browser/toast.ts';
import { Button } from '#src/ui/Button.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Pager } from '#src/ui/Pager.tsx';
import { ActionForm } from '../case/ActionForm.tsx';
import { caseCopy } from '../case/case.copy.ts';
import { useOwnerForms } from '../case/use-owner-forms.ts';
import { deskCopy } from '../desk.copy.ts';
import deskStyles from '../desk.module.css';
import { DeskQueryState, useAddressQuery, useDeskQuery, useLiveDesk } from '../use-desk-query.tsx';
import { BulkActs } from './BulkActs.tsx';
import { InboxFilterBar } from './InboxFilterBar.tsx';
import { InboxRow, nameOfRow } from './InboxRow.tsx';
import { inboxCopy } from './inbox.copy.ts';
import styles from './inbox.module.css';
import { KeyList } from './KeyList.tsx';
import { SavedViews } from './SavedViews.tsx';
import { useChosenCases } from './use-chosen-cases.ts';
import { useDeskKeys } from './use-desk-keys.ts';
import { useInboxPlace } from './use-inbox-place.ts';
import { useNextCase } from './use-next-case.ts';
import { useOwnership } from './use-ownership.ts';

const copy = deskCopy.inbox;
const pageSize = 50;

/** The inbox: by default open cases, the one due first at the top. Counts and rows update live. */
export function Inbox() {
  const filters = useAddressQuery(listCases, 'inbox');
  const inbox = useDeskQuery(listCases, { query: { ...filters.query, limit: pageSize } });
  const me = useDeskQuery(getOperator, {});
  useLiveDesk();
  const { running, toggle } = useOwnership();
  const { isTaking, takeNext } = useNextCase(() => location.search);
  const list = useRef<HTMLUListElement>(null);

  const data = inbox.data?.data;
  const cases = data?.cases ?? [];
  // Rows of the filters before are no place to return to.
  useInboxPlace(list, inbox.isPlaceholderData ? undefined : data?.cases.map(({ id }) => id));
  const [toAssign, setToAssign] = useState<string>();
  const assigned = cases.find(({ id }) => id === toAssign);
  const isLead = me.data?.data.isLead ?? false;
  const isMine = (item: CaseRow) => item.owner !== null && item.owner.id === me.data?.data.id;

  const { page: _, order: __, ...narrowing } = filters.query;
  const chosenCases = useChosenCases(cases, filters.searchOf(filters.query));

  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>('a[data-case]') ?? [])];
  // The box or a button of a row may have the focus.
  const focused = () => links().findIndex((link) => link.closest('li')?.contains(document.activeElement));
  const move = (step: 1 | -1) => {
    const all = links();
    const now = focused();
    all[now < 0 ? 0 : Math.min(Math.max(now + step, 0), all.length - 1)]?.focus();
  };
  const keys = useDeskKeys({
    j: () => move(1),
    k: () => move(-1),
    c: () => {
      const item = cases[focused()];
      if (item && (isMine(item) || item.mayClaim)) toggle(item.id, isMine(item));
      else if (item && !item.owner) toastError(caseCopy.excluded);
      else if (item) toastError(`${item.owner?.name}: ${caseCopy.owner.toLowerCase()}`);
    },
    n: () => void takeNext(),
    x: () => {
      const item = cases[focused()];
      if (item && item.status !== 'closed') chosenCases.toggle(item.id);
    },
  });

  const turn = (page: number) => {
    filters.change({ page });
    list.current?.scrollIntoView();
  };
  const isFiltered = Object.values(narrowing).some(Boolean);
  const first = data ? (data.page - 1) * pageSize : 0;
  return (
    <>
      <InboxFilterBar filters={filters} counts={data?.counts} />
      <SavedViews filters={filters} />
      <div className="row row-apart">
        <Button text={copy.next} busy={isTaking && inboxCopy.nextCase.taking} onPress={takeNext} />
        <div className="row">
          {data && data.total > 0 && (
            <span className="soft small">{inboxCopy.shown(first + 1, first + cases.length, data.total)}</span>
          )}
          <KeyList keys={keys} />
        </div>
      </div>
      <DeskQueryState query={inbox} />
      {data && cases.length === 0 && (
        <EmptyState text={isFiltered ? copy.emptyFiltered : copy.empty}>
          {isFiltered && <Button kind="quiet" text={copy.clear} onPress={() => filters.replace({})} />}
        </EmptyState>
      )}
      {cases.length > 0 && <BulkActs cases={chosenCases} rows={cases} isLead={isLead} />}
      {cases.length > 0 && (
        <ul
          ref={list}
          className={`bare ${deskStyles.log} ${styles.list}`}
          aria-label={copy.list}
          data-lead={isLead || undefined}
        >
          {cases.map((item) => (
            <InboxRow
              key={item.id}
              item={item}
              isMine={isMine(item)}
              isBusy={running === item.id}
              isChosen={chosenCases.chosen.includes(item)}
              onChoose={() => chosenCases.toggle(item.id)}
              onToggle={() => toggle(item.id, isMine(item))}
              {...(isLead && { onAssign: () => setToAssign(item.id) })}
            />
          ))}
        </ul>
      )}
      {assigned && <AssignModal item={assigned} onClose={() => setToAssign(undefined)} />}
      {data && (
        <Pager
          label={inboxCopy.pages}
          current={data.page}
          total={data.pages}
          path={(page) => `${deskPaths.inbox}?${filters.searchOf({ ...filters.query, page })}`}
          onPage={turn}
        />
      )}
    </>
  );
}

/** The forms of a lead for a case of the inbox. It stays open after an act, which shows the new owner. */
function AssignModal({ item, onClose }: { item: CaseRow; onClose: () => void }) {
  const forms = useOwnerForms(item);
  return (
    <Modal title={nameOfRow(item)} onClose={onClose}>
      <p className="small soft">
        {caseCopy.owner}: {item.owner?.name ?? copy.unowned}
      </p>
      {forms.map((form) => (
        <ActionForm key={form.name} action={form.action} onSubmit={form.onSubmit} />
      ))}
    </Modal>
  );
}
