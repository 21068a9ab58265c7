import { caseKinds } from '#contracts/cases/cases.ts';
import { caseAges, caseOwners, type listCases } from '#contracts/desk/desk.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { Select } from '#src/ui/fields/Field.tsx';
import { deskCopy } from '../desk.copy.ts';
import type { useAddressQuery } from '../use-desk-query.tsx';
import styles from './inbox.module.css';

const copy = deskCopy.inbox;

type InboxFilters = ReturnType<typeof useAddressQuery<typeof listCases>>;

/** The counts of the inbox, which are filters too, and the filters by kind, owner and age. */
export function InboxFilterBar(props: {
  filters: InboxFilters;
  counts: ResponseBody<typeof listCases>['data']['counts'] | undefined;
}) {
  const { filters, counts } = props;
  const { query, replace, field } = filters;
  const shortcuts: [text: string, count: number | undefined, query: InboxFilters['query']][] = [
    [copy.open, counts?.open, {}],
    [copy.mine, counts?.mine, { owner: 'me' }],
    [copy.unclaimed, counts?.unclaimed, { owner: 'unassigned' }],
    [copy.overdue, counts?.overdue, { age: 'overdue' }],
  ];
  return (
    <div className="stack">
      <ul className={`bare ${styles.counts}`} aria-label={copy.counts}>
        {shortcuts.map(([text, count, { owner, age }]) => (
          <li key={text}>
            <button
              type="button"
              className={styles.count}
              aria-pressed={query.owner === owner && query.age === age && !query.kind}
              onClick={() => replace({ owner, age })}
            >
              <strong>{count ?? '–'}</strong>
              <span>{text}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.filters}>
        <Select
          {...field('kind')}
          label={copy.kind}
          placeholder={copy.allKinds}
          options={caseKinds.map((name) => [name, withCount(deskCopy.kinds[name], counts?.byKind[name])])}
        />
        {/* The first choice is the default, which is not part of the address. */}
        <Select
          {...field('owner')}
          label={copy.owner}
          placeholder={copy.owners.anyone}
          options={caseOwners.slice(1).map((name) => [name, copy.owners[name]])}
        />
        <Select
          {...field('age')}
          label={copy.age}
          placeholder={copy.ages.any}
          options={caseAges.slice(1).map((name) => [name, copy.ages[name]])}
        />
      </div>
    </div>
  );
}

const withCount = (text: string, count: number | undefined) => (count ? `${text} (${count})` : text);
