import { useState } from 'react';
import type { Endpoint, Sent } from '#contracts/endpoint.ts';
import { textAt } from '#src/ui/fields/form-values.ts';

/**
 * Query of a call which is kept in the address of the page, so that a reload and a link show the same. Values that the
 * contract rejects are left out.
 */
export function useAddressQuery<E extends Endpoint>({ query }: E) {
  type Query = Sent<E> extends { query: infer Q } ? Partial<Q> : never;
  const [value, setValue] = useState<Query>(() => {
    const given = Object.fromEntries(new URLSearchParams(location.search));
    return (query?.safeParse(given).success ? given : {}) as Query;
  });
  const change = (some: Query) => {
    const all = { ...value, ...some };
    setValue(all);
    const search = new URLSearchParams();
    for (const name of Object.keys(all)) {
      const text = textAt(all, name);
      if (text) search.set(name, text);
    }
    history.replaceState(null, '', `${search}` ? `?${search}` : location.pathname);
  };
  return [value, change] as const;
}
