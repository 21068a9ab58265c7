import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storageKeys } from '#src/browser/storage.ts';
import { newPerson } from '../../support/browser/browser.ts';
import { isStream, openAtRest } from '../../support/browser/open-at-rest.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { slow3g, slowDown } from '../../support/browser/slow-phone.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { signedIn } from '../../support/pages/site.ts';
import { fileRequest, join, requestBody, type SignedIn } from '../../support/people/people.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const isFont = (url: string) => url.endsWith('.woff2');
const isPicture = (url: string) => url.includes('/picture?');

/** Collects the addresses that a page requests. */
function watchRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
}

/** Web fonts that the page has loaded or loads, and the bytes it has received for fonts. */
const fontsOf = (page: Page) =>
  page.evaluate(() => ({
    used: [...document.fonts].filter(
      ({ family, status }) => !/fallback/.test(family) && status !== 'unloaded',
    ).length,
    bytes: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0),
  }));
const noFonts = { used: 0, bytes: 0 };

const lessSwitch = (page: Page) => page.getByRole('checkbox', { name: 'Use less data' });

describe('using less data, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let sponsor: SignedIn;
  let learner: SignedIn;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    browser = await shareBrowser(chromium.path as string);
    learner = await join(product.url, 'learner', { fullName: 'Ada Obi' });
    sponsor = await join(product.url, 'sponsor', { fullName: 'Grace Hall' });
    await fileRequest(product.url, learner);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  const open = (who: 'learner' | 'sponsor') =>
    newPerson(browser, product.url, signedIn(product.url, who, who === 'learner' ? learner : sponsor));

  it('is switched on in the footer, for every page from its next opening on, without an account', async () => {
    const { page, context, problems } = await newPerson(browser, product.url);
    await openAtRest(page, '/');
    expect((await fontsOf(page)).bytes).toBeGreaterThan(10_000);
    await lessSwitch(page).press('Space');
    expect(await findBarriers(page, 'less data')).toEqual([]);
    for (const path of ['/', '/explore', '/user-auth', '/terms.html', '/nothing-here']) {
      await openAtRest(page, path);
      expect([path, await fontsOf(page)]).toEqual([path, noFonts]);
      expect(await lessSwitch(page).isChecked()).toBe(true);
    }
    await lessSwitch(page).press('Space');
    await soon(async () => (await fontsOf(page)).used).toBeGreaterThan(0);
    await openAtRest(page, '/');
    expect(await lessSwitch(page).isChecked()).toBe(false);
    expect(problems.filter((text) => !text.includes('/nothing-here'))).toEqual([]);
    await context.close();
  });

  it('follows the browser’s setting, until the switch is used', async () => {
    const { page, context } = await newPerson(browser, product.url, {
      extraHTTPHeaders: { 'save-data': 'on' },
    });
    await page.addInitScript(() => {
      Object.defineProperty(Object.getPrototypeOf(navigator), 'connection', { value: { saveData: true } });
    });
    const urls = watchRequests(page);
    await openAtRest(page, '/explore');
    expect(urls.filter(isFont)).toEqual([]);
    expect(await lessSwitch(page).isChecked()).toBe(true);
    await lessSwitch(page).uncheck();
    await openAtRest(page, '/');
    expect(urls.filter(isFont).length).toBeGreaterThan(1);
    expect(await lessSwitch(page).isChecked()).toBe(false);
    await context.close();
  });

  it('loads the fonts of a slow line after the style sheets, and those of a fast one with them', async () => {
    for (const [line, preloaded] of [
      [undefined, 2],
      [slow3g, 0],
    ] as const) {
      const { page, context } = await newPerson(browser, product.url);
      if (line) await slowDown(page, line);
      await openAtRest(page, '/');
      expect(await page.locator('head link[rel="preload"][as="font"]').count()).toBe(preloaded);
      await soon(async () => (await fontsOf(page)).bytes).toBeGreaterThan(10_000);
      await context.close();
    }
  });

  it('is absent without JavaScript', async () => {
    const { page, context } = await newPerson(browser, product.url, { javaScriptEnabled: false });
    await page.goto('/');
    expect(await lessSwitch(page).count()).toBe(0);
    await context.close();
  });

  it('loads a picture when its button is pressed, by keyboard as well', async () => {
    const { page, context } = await open('sponsor');
    await page.goto('/');
    await lessSwitch(page).check();
    const urls = watchRequests(page);
    await openAtRest(page, '/help-learner');
    const button = page.getByRole('button', { name: 'Photo of Ada Obi' });
    expect(urls.filter(isPicture)).toEqual([]);
    expect(await findBarriers(page, 'pictures on tap')).toEqual([]);
    const loaded = page.waitForResponse((response) => isPicture(response.url()) && response.ok());
    await button.press('Enter');
    await loaded;
    await page.getByRole('img', { name: 'Photo of Ada Obi' }).and(page.locator(':focus')).waitFor();
    expect(await button.count()).toBe(0);
    await context.close();
  });

  it('follows no changes on the dashboard, says so, and refreshes when asked to', async () => {
    const { page, context } = await open('learner');
    await page.goto('/');
    await lessSwitch(page).check();
    const urls = watchRequests(page);
    await openAtRest(page, '/dashboard');
    await page.getByText('To use less data, this page does not update by itself.').waitFor();
    expect(urls.filter(isStream)).toEqual([]);
    await page.getByRole('heading', { name: 'Machine Learning' }).waitFor();
    await fileRequest(product.url, learner, {
      course: { ...requestBody().course, courseTitle: 'Learn to weave' },
    });
    urls.length = 0;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText(/^Last refresh: \d\d:\d\d$/).waitFor();
    await page.getByRole('heading', { name: 'Learn to weave' }).waitFor();
    expect(urls.map((url) => new URL(url).pathname)).toEqual(['/api/dashboard']);
    const stream = page.waitForRequest((request) => isStream(request.url()));
    await lessSwitch(page).uncheck();
    await stream;
    expect(await page.getByRole('button', { name: 'Refresh' }).isVisible()).toBe(false);
    await context.close();
  });

  it('stays as it was chosen when the person signs out', async () => {
    const { page, context } = await open('learner');
    await openAtRest(page, '/profile');
    await lessSwitch(page).check();
    await page.evaluate((key) => localStorage.setItem(key, 'on'), storageKeys.untilClosed);
    await openAtRest(page, '/');
    expect(await page.evaluate((key) => localStorage.getItem(key), storageKeys.token)).toBeNull();
    expect(await lessSwitch(page).isChecked()).toBe(true);
    await context.close();
  });
});
