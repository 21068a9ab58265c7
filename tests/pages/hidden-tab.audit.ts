import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '#contracts/durations.ts';
import { newPerson } from '../support/browser/browser.ts';
import { openDesk } from '../support/browser/desk-page.ts';
import { makeHideable } from '../support/browser/hide-tab.ts';
import { isStream, openAtRest } from '../support/browser/open-at-rest.ts';
import { openSite, type Site, signedIn } from '../support/pages/site.ts';
import { joinDesk } from '../support/people/operators.ts';
import { fileRequest, join, startPayment } from '../support/people/people.ts';
import { soon } from '../support/soon.ts';
import { longMs } from '../support/vitest/limits.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();
const hiddenMs = 10 * minuteMs;
const deskPages = ['approvals', 'audit', 'catalogue', 'money', 'operators', 'people', 'queues'];

describe('a hidden tab', { ...needs(chromium), timeout: longMs }, () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
  });
  afterAll(() => site?.close());

  it('transfers nothing in ten minutes, on every page', async () => {
    const visitors = new Set(site.pages.map(({ who }) => who));
    const transferred: string[] = [];
    for (const who of visitors) {
      const { context, page } = await site.open(who);
      const paths = site.pages.filter((sitePage) => sitePage.who === who).map(({ path }) => path);
      transferred.push(...(await transfersOf(page, paths)));
      await context.close();
    }
    expect(transferred).toEqual([]);
  });

  it('transfers nothing while a payment in another tab is pending', async () => {
    const { context, page, path } = await openPendingPayment(site);
    expect(await transfersOf(page, [path])).toEqual([]);
    await context.close();
  });

  it('transfers nothing at the desk', async () => {
    const desk = await openDesk(site.browser, site.product, await joinDesk(site.product, 'lead'));
    const paths = ['/ops', ...deskPages.map((name) => `/ops/${name}`)];
    expect(await transfersOf(desk, paths)).toEqual([]);
    await desk.context().close();
  });

  it('refreshes its data and opens one stream when it is shown again', async () => {
    const { context, page } = await site.open('learner');
    const tab = await makeHideable(page);
    const stream = page.waitForRequest((request) => isStream(request.url()));
    await openAtRest(page, '/dashboard');
    await stream;
    await tab.hide();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await tab.show();
    await soon(() => [...requested].sort()).toEqual(['/api/dashboard', '/api/dashboard/changes']);
    await context.close();
  });
});

/** A sponsor's page of a payment that waits for the payer. */
async function openPendingPayment({ product, browser }: Site) {
  const request = await fileRequest(product.url, await join(product.url, 'learner'));
  const sponsor = await join(product.url, 'sponsor');
  const started = await startPayment(product.url, sponsor, request);
  const { reference } = started.body.data.data;
  const person = await newPerson(browser, product.url, signedIn(product.url, 'sponsor', sponsor));
  return { ...person, path: `/payment-verification/?reference=${reference}` };
}

/** One line for each page that sends or receives anything in ten minutes in which it is hidden. */
async function transfersOf(page: Page, paths: readonly string[]): Promise<string[]> {
  const tab = await makeHideable(page);
  await page.clock.install();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const lines: string[] = [];
  let bytes = 0;
  let urls: string[] = [];
  session.on('Network.dataReceived', ({ encodedDataLength }) => (bytes += encodedDataLength));
  session.on('Network.requestWillBeSent', ({ request }) => urls.push(request.url));
  for (const path of paths) {
    await openAtRest(page, path);
    await tab.hide();
    [bytes, urls] = [0, []];
    await page.clock.runFor(hiddenMs);
    // A request that a timer has just sent is reported before this response.
    await page.evaluate(() => document.visibilityState);
    if (bytes > 0 || urls.length > 0) lines.push(`${path}: ${bytes} bytes, ${urls.join(' ')}`);
  }
  return lines;
}
