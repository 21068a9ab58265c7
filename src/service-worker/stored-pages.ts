import { storedPagesCache } from '../browser/cache-names.ts';
import { assetsOf, isExpired, personOf, withStoredAt } from './rendered-page.ts';

/** A page as it was sent. */
export interface SentPage {
  path: string;
  html: string;
  headers: [string, string][];
}

const maxPages = 20;
const storedAtHeader = 'x-stored-at';
// Of the encoding that the browser has undone, and of requests that have other cookies.
const ofTransfer = ['content-encoding', 'content-length', 'transfer-encoding', 'vary'];

let forgotten = 0;
let forgetting: Promise<unknown> = Promise.resolve();

/** Deletes all stored pages, also one that is being stored. */
export function forgetPages(): Promise<unknown> {
  forgotten += 1;
  forgetting = caches.delete(storedPagesCache);
  return forgetting;
}

/** Stores a page of a person in the place of an earlier one, and removes the oldest above the limit. */
export async function storePage({ path, html, headers }: SentPage, nowMs: number): Promise<void> {
  const startedIn = forgotten;
  const kept = headers.filter(([name]) => !ofTransfer.includes(name));
  const cache = await caches.open(storedPagesCache);
  await cache.put(path, new Response(html, { headers: [...kept, [storedAtHeader, String(nowMs)]] }));
  if (forgotten !== startedIn) return void (await forgetPages());
  const pages = [...(await readPages())].sort((page, other) => other.storedAtMs - page.storedAtMs);
  await Promise.all(pages.slice(maxPages).map((page) => cache.delete(page.path)));
}

/** Removes pages that have expired, and those of other people than `person`. */
export async function removePages(nowMs: number, person?: string): Promise<void> {
  const cache = await caches.open(storedPagesCache);
  for (const { path, html, storedAtMs } of await readPages())
    if (isExpired(storedAtMs, nowMs) || (person !== undefined && personOf(html) !== person))
      await cache.delete(path);
}

/** Returns a stored page that says from when it is. */
export async function findPage(path: string, nowMs: number): Promise<Response | undefined> {
  await forgetting;
  const cache = await caches.open(storedPagesCache);
  const response = await cache.match(path);
  if (!response) return undefined;
  const storedAtMs = storedAtOf(response);
  if (!isExpired(storedAtMs, nowMs))
    return new Response(withStoredAt(await response.text(), storedAtMs), response);
  await cache.delete(path);
  return undefined;
}

/** Returns the addresses of the files that stored pages need. */
export async function neededAssets(): Promise<Set<string>> {
  return new Set((await readPages()).flatMap(({ html }) => assetsOf(html)));
}

async function readPages(): Promise<{ path: string; html: string; storedAtMs: number }[]> {
  const cache = await caches.open(storedPagesCache);
  const read = async (request: Request) => {
    const response = await cache.match(request);
    if (!response) return [];
    return [{ path: request.url, html: await response.text(), storedAtMs: storedAtOf(response) }];
  };
  return (await Promise.all((await cache.keys()).map(read))).flat();
}

const storedAtOf = ({ headers }: Response): number => Number(headers.get(storedAtHeader) ?? Number.NaN);
