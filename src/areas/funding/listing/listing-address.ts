import { useEffect, useState } from 'react';
import type { Sent } from '#contracts/endpoint.ts';
import { isCurrency } from '#contracts/money.ts';
import { type ListingSort, listingSorts, type listRequests } from '#contracts/requests/listing.ts';
import { parseTypedNumber } from '../../../browser/parse-typed-number.ts';

const texts = ['q', 'platform', 'currency', 'min', 'max', 'near', 'request'] as const;
const amountPattern = /^\d{1,12}(\.\d{1,2})?$/;

/** The state without filters. */
export const defaultListing = {
  q: '',
  platform: '',
  currency: '',
  min: '',
  max: '',
  sort: listingSorts[0] as ListingSort,
  near: '',
  page: 1,
  /** Id of the request whose dialog is open. */
  request: '',
};

/** Query parameters of the listing page, empty strings for absent ones. Amounts in major units, as typed. */
export type ListingAddress = typeof defaultListing;

/** Parses the query string; invalid parameters are dropped. */
export function readListingAddress(search: string): ListingAddress {
  const query = new URLSearchParams(search);
  const read = { ...defaultListing };
  for (const name of texts) read[name] = query.get(name)?.trim().slice(0, 200) ?? '';
  for (const name of ['min', 'max', 'near'] as const) if (!isAmount(read[name])) read[name] = '';
  if (!isCurrency(read.currency)) read.currency = '';
  const sort = listingSorts.find((name) => name === query.get('sort'));
  if (sort && (sort !== 'closest' || (read.near && read.currency))) read.sort = sort;
  if (!read.currency) Object.assign(read, { min: '', max: '' });
  if (read.sort !== 'closest') read.near = '';
  const page = Number(query.get('page'));
  if (Number.isInteger(page) && page > 1) read.page = page;
  return read;
}

/** Serializes the state without default values; starts with "?" or is empty. */
export function writeListingAddress(address: ListingAddress): string {
  const entries = Object.entries(address).filter(
    ([name, value]) => value !== defaultListing[name as keyof ListingAddress],
  );
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return search && `?${search}`;
}

/** Returns the input of the API call; `fair` leaves out names and photos. */
export function listingInput(address: ListingAddress, fair: 'on' | 'off'): Sent<typeof listRequests> {
  const { q, platform, currency, min, max, sort, near, page } = address;
  const query = {
    sort,
    page,
    ...(q && { search: q }),
    ...(platform && { platform }),
    ...(isCurrency(currency) && { currency }),
    ...(min && { min }),
    ...(max && { max }),
    ...(sort === 'closest' && { near }),
    fair,
  };
  return { query };
}

/** Returns whether a filter is set. */
export function isFiltered({ q, platform, currency, min, max }: ListingAddress): boolean {
  return Boolean(q || platform || currency || min || max);
}

/** Normalizes a typed amount ("20,000" → "20000"); returns the text unchanged when it is not an amount. */
export function normalizeAmount(text: string): string {
  const number = parseTypedNumber(text);
  return Number.isNaN(number) || isAmount(text) ? text : String(number);
}

/** Returns whether a text is an amount as in the query string: digits, with at most two decimals. */
export function isAmount(text: string): boolean {
  return amountPattern.test(text);
}

/** The listing's state in the query string `search`, so that it can be shared and browser history works. */
export function useListingAddress(search: string) {
  const [address, setAddress] = useState(() => readListingAddress(search));

  useEffect(() => {
    const follow = () => setAddress(readListingAddress(location.search));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  /** Changes the state; `replace` adds no history entry. */
  const go = (next: ListingAddress, how: 'push' | 'replace' = 'push') => {
    const url = `${location.pathname}${writeListingAddress(next)}`;
    if (how === 'push') history.pushState(null, '', url);
    else history.replaceState(null, '', url);
    setAddress(next);
  };
  return { address, go };
}
