import * as z from 'zod/mini';
import { deskPaths } from '#src/browser/desk-paths.ts';
import { storageKeys, tabStorage } from '#src/browser/storage.ts';

const PlaceSchema = z.object({
  search: z.string(),
  ids: z.array(z.string()),
  opened: z.nullable(z.string()),
});

/** What this tab has shown of the inbox last: the query of its address, its rows, and the row that was opened. */
export type InboxPlace = z.output<typeof PlaceSchema>;

const nothing: InboxPlace = { search: '', ids: [], opened: null };

/** Returns the place in the inbox that this tab has left. */
export function readPlace(): InboxPlace {
  try {
    return PlaceSchema.parse(JSON.parse(tabStorage.read(storageKeys.deskInbox) ?? ''));
  } catch {
    return nothing;
  }
}

/** Stores the place that the inbox shows. */
export function storePlace(place: InboxPlace): void {
  tabStorage.write(storageKeys.deskInbox, JSON.stringify(place));
}

/** Stores that the page of a case is opened, to whose row the inbox returns. */
export function storeOpened(caseId: string): void {
  storePlace({ ...readPlace(), opened: caseId });
}

/** Path of the inbox with the filters and the page that this tab has shown last. */
export const inboxPath = (): string => `${deskPaths.inbox}${readPlace().search}`;

/**
 * Returns the row to which the inbox returns: the opened case, or the row that has its place when it is not listed any more;
 * undefined for other filters. Pure.
 */
export function rowToReturnTo(
  { search, ids, opened }: InboxPlace,
  now: { search: string; ids: readonly string[] },
): string | undefined {
  if (opened === null || search !== now.search) return undefined;
  if (now.ids.includes(opened)) return opened;
  const place = ids.indexOf(opened);
  return place < 0 ? undefined : now.ids[Math.min(place, now.ids.length - 1)];
}
