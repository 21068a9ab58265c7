import { caseKinds } from '#contracts/cases/cases.ts';
import { caseAges, caseOwners, type listCases } from '#contracts/desk/desk.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { Select } from '#src/ui/fields/Select.tsx';
import { deskCopy } from '../desk.copy.ts';
import styles from './inbox.module.css';
import type { InboxFilters } from './use-inbox-filters.ts';

const copy = deskCopy.inbox;

interface InboxFilterBarProps {
  filters: InboxFilters;
  counts: ResponseBody<typeof listCases>['data']['counts'] | undefined;
  onChange: (change: InboxFilters) => void;
}

/** The counts of the inbox, which are filters too, and the filters by kind, owner and age. */
export function InboxFilterBar({ filters, counts, onChange }: InboxFilterBarProps) {
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
          options={caseKinds.map((one) => [one, withCount(deskCopy.kinds[one], counts?.byKind[one])])}
          value={kind ?? ''}
          onChange={({ target }) => onChange({ kind: caseKinds.find((one) => one === target.value) })}
        />
        <Select
          id="inbox-owner"
          label={copy.owner}
          options={caseOwners.map((one) => [one, copy.owners[one]])}
          value={owner}
          onChange={({ target }) => onChange({ owner: caseOwners.find((one) => one === target.value) })}
        />
        <Select
          id="inbox-age"
          label={copy.age}
          options={caseAges.map((one) => [one, copy.ages[one]])}
          value={age}
          onChange={({ target }) => onChange({ age: caseAges.find((one) => one === target.value) })}
        />
      </div>
    </div>
  );
}

const withCount = (text: string, count: number | undefined) => (count ? `${text} (${count})` : text);
