import type { WorkerMessage } from '../browser/cache-names.ts';
import { completeAssets, findAsset, removeOtherShells, shellOf, storeAsset } from './assets.ts';
import { assetsOf, personOf, releaseOf } from './rendered-page.ts';
import { isHashed, kindOf } from './requests.ts';
import {
  findPage,
  forgetPages,
  neededAssets,
  removePages,
  type SentPage,
  storePage,
} from './stored-pages.ts';

declare const self: ServiceWorkerGlobalScope;
/** From src/build/service-worker.ts: the name of the build, the files to store beforehand, and the page for missing connections. */
declare const RELEASE: string;
declare const SHELL: readonly string[];
declare const OFFLINE_PAGE: string;

/** How long a page may take to answer until a stored one is shown instead. */
const patienceMs = 10_000;

self.addEventListener('install', (event) => {
  event.waitUntil(fillShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([removeOtherShells(RELEASE), removePages(Date.now())]));
});

self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, self.location.origin, SHELL);
  if (kind === 'page') event.respondWith(loadPage(event));
  else if (kind === 'asset') event.respondWith(loadAsset(event));
  else if (kind === 'end') event.waitUntil(forgetPages());
});

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  if (message.type === 'forget-pages') event.waitUntil(forgetPages());
  else if (event.source instanceof WindowClient)
    event.waitUntil(storeShownPage(event.source.id, message.person));
});

async function fillShell(): Promise<void> {
  const shell = await caches.open(shellOf(RELEASE));
  // During an upgrade the page may be that of another release, whose files are others. The browser then tries again later.
  const page = await fetch(OFFLINE_PAGE, { cache: 'no-cache' });
  if (!page.ok || releaseOf(await page.clone().text()) !== RELEASE) throw new Error('Another release');
  await shell.put(OFFLINE_PAGE, page);
  await shell.addAll(SHELL);
}

/** The pages that were sent last, until they say whom they show. */
const sentPages = new Map<string, Promise<SentPage>>();
const maxSentPages = 3;

async function loadPage(event: FetchEvent): Promise<Response> {
  const { pathname, search } = new URL(event.request.url);
  const path = pathname + search;
  // A browser ends its requests when a phone changes from one network to another, which would answer.
  const network = fetch(event.request).catch(() => fetch(event.request));
  try {
    const response = await Promise.race([network, storedAfter(patienceMs, path)]);
    if (response.status === 200 && /\bprivate\b/.test(response.headers.get('cache-control') ?? ''))
      inspectPage(event, path, response.clone());
    return response;
  } catch {
    return (await findPage(path, Date.now())) ?? (await findAsset(OFFLINE_PAGE)) ?? Response.error();
  }
}

/** Resolves with a stored page after some time; never without one. */
function storedAfter(delayMs: number, path: string): Promise<Response> {
  return new Promise((resolve) => {
    setTimeout(async () => {
      const page = await findPage(path, Date.now());
      if (page) resolve(page);
    }, delayMs);
  });
}

/** Removes what is stored for somebody else, and has the page wait for its word. */
function inspectPage(event: FetchEvent, path: string, response: Response): void {
  if (response.headers.has('x-stored-at')) return;
  const sent = response.text().then((html) => ({ path, html, headers: [...response.headers] }));
  sentPages.set(event.resultingClientId, sent);
  const [oldest] = sentPages.keys();
  if (oldest !== undefined && sentPages.size > maxSentPages) sentPages.delete(oldest);
  event.waitUntil(sent.then(({ html }) => removePages(Date.now(), personOf(html) ?? '')));
}

async function storeShownPage(clientId: string, person: string): Promise<void> {
  const page = await sentPages.get(clientId);
  if (!page || personOf(page.html) !== person) return;
  sentPages.delete(clientId);
  await storePage(page, Date.now());
  await completeAssets(assetsOf(page.html));
}

async function loadAsset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const stored = await findAsset(pathname);
  if (stored) return stored;
  const response = await fetch(request);
  if (response.status === 200 && isHashed(pathname))
    event.waitUntil(storeAsset(pathname, response.clone(), neededAssets));
  return response;
}
