import { type CaseKind, caseKinds, waitingParties } from '#contracts/cases/cases.ts';
import { caseAges, caseOrders, caseOwners, type listCases } from '#contracts/desk/desk-inbox.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { Select } from '#src/ui/fields/Field.tsx';
import { textAt } from '#src/ui/fields/form-values.ts';
import { deskCopy } from '../desk.copy.ts';
import type { useAddressQuery } from '../use-desk-query.tsx';
import { inboxCopy } from './inbox.copy.ts';
import styles from './inbox.module.css';

const copy = deskCopy.inbox;

/** Filters, order and page of the inbox in its address. */
export type InboxAddress = ReturnType<typeof useAddressQuery<typeof listCases>>;

type Counts = ResponseBody<typeof listCases>['data']['counts'];

interface InboxFilterBarProps {
  filters: InboxAddress;
  counts: Counts | undefined;
}

/** The counts of the inbox, which are filters too, and the filters and the order, which combine. */
export function InboxFilterBar({ filters, counts }: InboxFilterBarProps) {
  const { query, replace, field } = filters;
  const shortcuts: [text: string, count: number | undefined, query: InboxAddress['query']][] = [
    [copy.open, counts?.open, {}],
    [copy.mine, counts?.mine, { owner: 'me' }],
    [copy.unclaimed, counts?.unclaimed, { owner: 'unassigned' }],
    [copy.overdue, counts?.overdue, { age: 'overdue' }],
  ];
  const waits = [
    ...(['nothing', 'approval'] as const).map((name) => [name, inboxCopy.waits[name]] as const),
    ...waitingParties.map((name) => [name, deskCopy.parties[name]] as const),
  ];
  return (
    <div className="stack">
      <ul className={`bare ${styles.counts}`} aria-label={copy.counts}>
        {shortcuts.map(([text, count, { owner, age }]) => (
          <li key={text}>
            <button
              type="button"
              className={styles.count}
              aria-pressed={query.owner === owner && query.age === age && !query.kind && !query.waiting}
              onClick={() => replace({ owner, age, order: query.order })}
            >
              <strong>{count ?? '–'}</strong>
              <span>{text}</span>
            </button>
          </li>
        ))}
      </ul>
      <KindFilter filters={filters} counts={counts} />
      <div className={styles.filters}>
        {/* The first choice of each is the default, which is not part of the address. */}
        <Select
          {...field('owner')}
          label={copy.owner}
          placeholder={copy.owners.anyone}
          options={caseOwners.slice(1).map((name) => [name, copy.owners[name]])}
        />
        <Select
          {...field('waiting')}
          label={inboxCopy.waiting}
          placeholder={inboxCopy.waits.any}
          options={waits}
        />
        <Select
          {...field('age')}
          label={copy.age}
          placeholder={copy.ages.any}
          options={caseAges.slice(1).map((name) => [name, copy.ages[name]])}
        />
        <Select
          {...field('order')}
          label={inboxCopy.order}
          placeholder={inboxCopy.orders.due}
          options={caseOrders.slice(1).map((name) => [name, inboxCopy.orders[name]])}
        />
      </div>
    </div>
  );
}

/** The kinds to show, any number of them. */
function KindFilter({ filters, counts }: InboxFilterBarProps) {
  const chosen = textAt(filters.query, 'kind').split(',').filter(Boolean);
  const toggle = (kind: CaseKind, isChosen: boolean) => {
    const kinds = caseKinds.filter((name) => (name === kind ? isChosen : chosen.includes(name)));
    filters.change({ kind: kinds.join() || undefined, page: undefined });
  };
  const names = caseKinds.filter((name) => chosen.includes(name)).map((name) => deskCopy.kinds[name]);
  return (
    <details className={styles.kinds}>
      <summary>{inboxCopy.kinds(names)}</summary>
      <fieldset className="chips">
        <legend className="visually-hidden">{copy.kind}</legend>
        {caseKinds.map((kind) => (
          <label key={kind} className="chip">
            <input
              type="checkbox"
              checked={chosen.includes(kind)}
              onChange={({ target }) => toggle(kind, target.checked)}
            />
            <span>{withCount(deskCopy.kinds[kind], counts?.byKind[kind])}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}

const withCount = (text: string, count: number | undefined) => (count ? `${text} (${count})` : text);
