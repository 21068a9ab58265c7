import type { BrowserContext, Page } from 'playwright-core';
import { openAtRest } from '../support/open-at-rest.ts';
import { missingPage } from '../support/site-addresses.ts';
import { emptyWeight, type PageWeight, type Part } from './page-weight.ts';

const partOf: Record<string, Part> = {
  Document: 'html',
  Stylesheet: 'css',
  Script: 'js',
  Font: 'fonts',
  Image: 'images',
};

/** Measures the transferred body bytes of a page's first view with an empty cache; 0 when it does not load. */
export async function weighPage(context: BrowserContext, path: string): Promise<PageWeight> {
  const page = await context.newPage();
  const { weight } = await watchWeight(page);
  const response = await openAtRest(page, path);
  await page.close();
  return response?.ok() || path === missingPage ? weight() : emptyWeight();
}

/** Counts the transferred body bytes of a page from its next opening on, with the cache disabled, until it is stopped. */
export async function watchWeight(page: Page): Promise<{ weight(): PageWeight; stop(): Promise<void> }> {
  const weight = emptyWeight();
  const responses = new Map<string, { part: Part; headerBytes: number }>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const headerBytes = response.encodedDataLength;
    responses.set(requestId, { part: partOf[type] ?? 'other', headerBytes });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { part, headerBytes } = responses.get(requestId) ?? { part: 'other', headerBytes: 0 };
    weight[part] += Math.max(0, encodedDataLength - headerBytes);
  });
  return { weight: () => ({ ...weight }), stop: () => session.detach() };
}
