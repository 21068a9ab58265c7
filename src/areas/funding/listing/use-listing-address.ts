import { useEffect, useState } from 'react';
import { type ListingAddress, readListingAddress, writeListingAddress } from './listing-address.ts';

/** The listing's state in the query string, so that it can be shared and browser history works. */
export function useListingAddress() {
  const [address, setAddress] = useState(() => readListingAddress(location.search));

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
