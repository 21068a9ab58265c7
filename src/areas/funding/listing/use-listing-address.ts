import { useEffect, useState } from 'react';
import { type ListingAddress, readListingAddress, writeListingAddress } from './listing-address.ts';

/** The listing's state, kept in the page's address: it can be shared, and "back" goes back. */
export function useListingAddress() {
  const [address, setAddress] = useState(() => readListingAddress(location.search));

  useEffect(() => {
    const follow = () => setAddress(readListingAddress(location.search));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  /** Goes to another state; `replace` leaves no step to come back to. */
  const go = (next: ListingAddress, how: 'push' | 'replace' = 'push') => {
    const url = `${location.pathname}${writeListingAddress(next)}`;
    if (how === 'push') history.pushState(null, '', url);
    else history.replaceState(null, '', url);
    setAddress(next);
  };
  return { address, go };
}
