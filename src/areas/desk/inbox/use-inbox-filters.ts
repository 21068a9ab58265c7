import { useState } from 'react';
import { listCases } from '#contracts/desk/desk.ts';
import type { Sent } from '#contracts/endpoint.ts';

/** Filters of the inbox as in the address. */
export type InboxFilters = Sent<typeof listCases>['query'];

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
