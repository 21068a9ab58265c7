import type { BrowserContext, Page } from 'playwright-core';
import { openAtRest } from '../support/browser/open-at-rest.ts';
import { missingPage } from '../support/pages/site-addresses.ts';
import { emptyWeight, type PageWeight, type Part } from './page-weight.ts';

const partOf: Record<string, Part> = {
  Document: 'html',
  Stylesheet: 'css',
  Script: 'js',
  Font: 'fonts',
  Image: 'images',
};

/** Measures the transferred body bytes of a page's first view with an empty cache, and counts its requests; 0 when it does not load. */
export async function weighPage(
  context: BrowserContext,
  path: string,
): Promise<{ weight: PageWeight; requests: number }> {
  const page = await context.newPage();
  const watch = await watchWeight(page);
  const response = await openAtRest(page, path);
  const [weight, requests] = [watch.weight(), watch.requests()];
  await page.close();
  return response?.ok() || path === missingPage
    ? { weight, requests }
    : { weight: emptyWeight(), requests: 0 };
}

interface WeightWatch {
  weight(): PageWeight;
  /** Number of requests, without pictures of people, the stream of events and what the browser asks for by itself. */
  requests(): number;
  stop(): Promise<void>;
}

const uncountedRequest = /\/api\/user\/[^/]+\/picture|\/changes(?:\?|$)|\/favicon\.|\.webmanifest$|\/icons\//;

/**
 * Counts the transferred body bytes of a page from its next opening on, with the cache disabled, until it is stopped. An
 * immutable file of two documents counts once: after a redirect by script, browsers take it from the cache that is disabled here.
 */
export async function watchWeight(page: Page): Promise<WeightWatch> {
  const weight = emptyWeight();
  const responses = new Map<string, { url: string; part: Part; headerBytes: number; received: number }>();
  const documentOf = new Map<string, string>();
  const repeated = new Set<string>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  session.on('Network.responseReceived', ({ requestId, loaderId, type, response }) => {
    const headerBytes = response.encodedDataLength;
    if ((documentOf.get(response.url) ?? loaderId) !== loaderId) repeated.add(requestId);
    else if (isImmutable(response.headers)) documentOf.set(response.url, loaderId);
    responses.set(requestId, { url: response.url, part: partOf[type] ?? 'other', headerBytes, received: 0 });
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId);
    if (response) response.received += encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (repeated.has(requestId)) return;
    const { part, headerBytes } = responses.get(requestId) ?? { part: 'other', headerBytes: 0 };
    weight[part] += Math.max(0, encodedDataLength - headerBytes);
  });
  // A document that redirects in its first script is interrupted; what arrived of it counts. Its interrupted immutable files are
  // counted with the next document, which loads them whole.
  session.on('Network.loadingFailed', ({ requestId }) => {
    const response = responses.get(requestId);
    if (!response || repeated.has(requestId)) return;
    if (!documentOf.delete(response.url)) weight[response.part] += response.received;
  });
  return {
    weight: () => ({ ...weight }),
    requests: () => [...responses.values()].filter(({ url }) => !uncountedRequest.test(url)).length,
    stop: () => session.detach(),
  };
}

function isImmutable(headers: Record<string, string>): boolean {
  return Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'cache-control' && value.includes('immutable'),
  );
}
