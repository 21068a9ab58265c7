import { InboxFiltersSchema, takeNextCase } from '#contracts/desk/desk-inbox.ts';
import type { Sent } from '#contracts/endpoint.ts';
import { casePath } from '#src/browser/desk-paths.ts';
import { callDesk } from '../call-desk.ts';
import { useDeskAction } from '../use-desk-query.tsx';
import { storeOpened } from './inbox-place.ts';

/** Returns the filters of an address of the inbox as they are sent; none where the address has others. */
function filtersOf(search: string): Sent<typeof takeNextCase>['body'] {
  const given = Object.fromEntries(new URLSearchParams(search));
  return InboxFiltersSchema.safeParse(given).success ? (given as object) : {};
}

/**
 * Claims the next case of the filters of the inbox and opens its page; a message says that there is none.
 *
 * @param search query of the address of the inbox
 * @param except case that is left out
 */
export function useNextCase(search: () => string, except?: string) {
  const { running, run } = useDeskAction();
  const takeNext = async () => {
    let id: string | null = null;
    const isTaken = await run('next', async () => {
      const response = await callDesk(takeNextCase, {
        body: { ...filtersOf(search()), ...(except && { except }) },
      });
      id = response.data.id;
      return response;
    });
    if (!isTaken || !id) return;
    storeOpened(id);
    location.assign(casePath(id));
  };
  return { isTaking: running === 'next', takeNext };
}
