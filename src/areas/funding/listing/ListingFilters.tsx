import { type SubmitEvent, useState } from 'react';
import { currencies } from '#contracts/money.ts';
import { listingSorts } from '#contracts/requests/listing.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select, TextField } from '../../../ui/fields/Field.tsx';
import { sponsorshipsCopy } from '../sponsorships.copy.ts';
import styles from './listing.module.css';
import {
  defaultListing,
  isAmount,
  isFiltered,
  type ListingAddress,
  normalizeAmount,
} from './listing-address.ts';

const copy = sponsorshipsCopy.filters;

type Problems = Partial<Record<'currency' | 'min' | 'max' | 'near', string>>;

/** The keyword with its Filter button, and below it further filters and the sort order. */
export function ListingFilters(props: {
  address: ListingAddress;
  onApply: (address: ListingAddress) => void;
}) {
  const { address } = props;
  const [problems, setProblems] = useState<Problems>({});
  const [sort, setSort] = useState(address.sort);
  const isMore = address.sort !== defaultListing.sort || isFiltered({ ...address, q: '' });
  const [isOpen, setOpen] = useState(isMore);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const asked = {
      ...defaultListing,
      q: read('q'),
      platform: read('platform'),
      currency: read('currency'),
      sort,
    };
    const amounts = {
      min: normalizeAmount(read('min')),
      max: normalizeAmount(read('max')),
      near: sort === 'closest' ? normalizeAmount(read('near')) : '',
    };
    const invalid = problemsOf({ ...asked, ...amounts });
    setProblems(invalid);
    const [first] = Object.keys(invalid);
    if (first) {
      setOpen(true);
      requestAnimationFrame(() => document.getElementById(`listing-${first}`)?.focus());
    } else props.onApply({ ...asked, ...amounts });
  };

  return (
    <search>
      <form className={styles.search} noValidate onSubmit={submit}>
        <label className="label" htmlFor="listing-q">
          {copy.keyword} <span className="soft">({copy.keywordHint})</span>
        </label>
        <div className={styles.searchLine}>
          <input
            id="listing-q"
            name="q"
            className="input"
            type="search"
            enterKeyHint="search"
            maxLength={200}
            defaultValue={address.q}
          />
          <Button type="submit" text={copy.filter} />
        </div>
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className={styles.more}>
            {copy.more}
            <span className="visually-hidden"> {copy.moreRest}</span>
          </summary>
          <div className={styles.fields}>
            <Select
              id="listing-sort"
              name="sort"
              label={copy.sort}
              value={sort}
              options={listingSorts.map((order) => [order, copy.sorts[order]])}
              onChange={(event) => setSort(event.target.value as typeof sort)}
            />
            <Select
              id="listing-currency"
              name="currency"
              label={copy.currency}
              defaultValue={address.currency}
              placeholder={copy.anyCurrency}
              options={currencies.map((code) => [code, copy.currencies[code]])}
              error={problems.currency}
            />
            {sort === 'closest' && (
              <div className={styles.wide}>
                <Amount name="near" label={copy.near} value={address.near} error={problems.near} />
              </div>
            )}
            <Amount name="min" label={copy.min} value={address.min} error={problems.min} />
            <Amount name="max" label={copy.max} value={address.max} error={problems.max} />
            <div className={styles.wide}>
              <TextField
                id="listing-platform"
                name="platform"
                label={copy.platform}
                maxLength={80}
                autoComplete="off"
                defaultValue={address.platform}
              />
            </div>
            <div className={styles.wide}>
              <Button type="submit" kind="quiet" text={copy.show} />
            </div>
          </div>
        </details>
      </form>
    </search>
  );
}

function Amount(props: { name: string; label: string; value: string; error: string | undefined }) {
  return (
    <TextField
      id={`listing-${props.name}`}
      name={props.name}
      label={props.label}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={props.value}
      error={props.error}
    />
  );
}

function problemsOf({ currency, min, max, near, sort }: ListingAddress): Problems {
  const problems: Problems = {};
  if (!currency && (min || max || sort === 'closest')) problems.currency = copy.needsCurrency;
  if (sort === 'closest' && !isAmount(near)) problems.near = copy.needsAmount;
  if (min && !isAmount(min)) problems.min = copy.needsAmount;
  if (max && !isAmount(max)) problems.max = copy.needsAmount;
  if (!problems.min && !problems.max && min && max && Number(min) > Number(max)) {
    problems.max = copy.maxBelowMin;
  }
  return problems;
}
