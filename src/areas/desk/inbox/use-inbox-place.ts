import { type RefObject, useEffect, useRef } from 'react';
import { readPlace, rowToReturnTo, storePlace } from './inbox-place.ts';

/** Stores which rows are shown, and once they are, returns to the row from which this tab has left the inbox. */
export function useInboxPlace(list: RefObject<HTMLElement | null>, ids: readonly string[] | undefined): void {
  const hasReturned = useRef(false);
  const shown = ids?.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal rows need not be stored again
  useEffect(() => {
    if (!ids) return;
    const { search } = location;
    const before = readPlace();
    const row = hasReturned.current ? undefined : rowToReturnTo(before, { search, ids });
    // A row that was opened in this moment stays the one to return to.
    const opened = hasReturned.current ? before.opened : null;
    storePlace({ search, ids: [...ids], opened });
    hasReturned.current = true;
    const link = row && list.current?.querySelector<HTMLAnchorElement>(`a[data-case="${row}"]`);
    if (!link) return;
    link.focus({ preventScroll: true });
    link.scrollIntoView({ block: 'center' });
  }, [shown]);
}
