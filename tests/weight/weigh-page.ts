import type { BrowserContext } from 'playwright-core';
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

/** Weighs the first view of a page in an empty browser, by the bodies that came over the wire; nothing when it is not there. */
export async function weighPage(context: BrowserContext, path: string): Promise<PageWeight> {
  const page = await context.newPage();
  const weight = emptyWeight();
  const responses = new Map<string, { part: Part; headerBytes: number }>();
  const session = await context.newCDPSession(page);
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
  const answer = await openAtRest(page, path);
  await page.close();
  return answer?.ok() || path === missingPage ? weight : emptyWeight();
}
