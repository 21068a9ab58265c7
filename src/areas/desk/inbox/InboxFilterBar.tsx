import { useState } from 'react';
import { caseKinds } from '#contracts/cases/cases.ts';
import { caseAges, caseOwners, listCases } from '#contracts/desk/desk.ts';
import type { ResponseBody, Sent } from '#contracts/endpoint.ts';
import { Select } from '#src/ui/fields/Field.tsx';
import { deskCopy } from '../desk.copy.ts';
import styles from './inbox.module.css';

const copy = deskCopy.inbox;

/** The counts of the inbox, which are filters too, and the filters by kind, owner and age. */
export function InboxFilterBar(props: {
  filters: InboxFilters;
  counts: ResponseBody<typeof listCases>['data']['counts'] | undefined;
  onChange: (change: InboxFilters) => void;
}) {
  const { filters, counts, onChange } = props;
  const { kind, owner = 'anyone', age = 'any' } = filters;
  const shortcuts = [
    [copy.open, counts?.open, { owner: 'anyone', age: 'any' }],
    [copy.mine, counts?.mine, { owner: 'me', age: 'any' }],
    [copy.unclaimed, counts?.unclaimed, { owner: 'unassigned', age: 'any' }],
    [copy.overdue, counts?.overdue, { owner: 'anyone', age: 'overdue' }],
  ] as const;
  return (
    <div className="stack">
      <ul className={`bare ${styles.counts}`} aria-label={copy.counts}>
        {shortcuts.map(([text, count, filter]) => (
          <li key={text}>
            <button
              type="button"
              className={styles.count}
              aria-pressed={owner === filter.owner && age === filter.age && !kind}
              onClick={() => onChange({ ...filter, kind: undefined })}
            >
              <strong>{count ?? '–'}</strong>
              <span>{text}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.filters}>
        <Select
          id="inbox-kind"
          label={copy.kind}
          placeholder={copy.allKinds}
          options={caseKinds.map((name) => [name, withCount(deskCopy.kinds[name], counts?.byKind[name])])}
          value={kind ?? ''}
          onChange={({ target }) => onChange({ kind: caseKinds.find((name) => name === target.value) })}
        />
        <Select
          id="inbox-owner"
          label={copy.owner}
          options={caseOwners.map((name) => [name, copy.owners[name]])}
          value={owner}
          onChange={({ target }) => onChange({ owner: caseOwners.find((name) => name === target.value) })}
        />
        <Select
          id="inbox-age"
          label={copy.age}
          options={caseAges.map((name) => [name, copy.ages[name]])}
          value={age}
          onChange={({ target }) => onChange({ age: caseAges.find((name) => name === target.value) })}
        />
      </div>
    </div>
  );
}

const withCount = (text: string, count: number | undefined) => (count ? `${text} (${count})` : text);

/** Filters of the inbox as in the address. */
type InboxFilters = Sent<typeof listCases>['query'];

/** Filters of the inbox, which are kept in the address, so that a reload and a link show the same cases. */
export function useInboxFilters(): [InboxFilters, (change: InboxFilters) => void] {
  const [filters, setFilters] = useState<InboxFilters>(() => {
    const parsed = listCases.query.safeParse(Object.fromEntries(new URLSearchParams(location.search)));
    return parsed.success ? parsed.data : {};
  });
  const change = (some: InboxFilters) => {
    const all = { ...filters, ...some };
    setFilters(all);
    const search = new URLSearchParams();
    if (all.kind) search.set('kind', all.kind);
    if (all.owner && all.owner !== 'anyone') search.set('owner', all.owner);
    if (all.age && all.age !== 'any') search.set('age', all.age);
    history.replaceState(null, '', `${search}` ? `?${search}` : location.pathname);
  };
  return [filters, change];
}
