import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson } from '../support/browser/browser.ts';
import { type CatalogueSite, openCatalogueSite } from '../support/pages/catalogue-site.ts';
import { findBarriers } from '../support/pages/find-barriers.ts';
import { coursePage } from '../support/pages/site-addresses.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();
const telephone = { width: 390, height: 844 };
const widths = [{ width: 1280, height: 900 }, telephone];

describe('the catalogue', needs(chromium), () => {
  let site: CatalogueSite;
  beforeAll(async () => {
    site = await openCatalogueSite(chromium.path as string);
  });
  afterAll(() => site?.close());

  it.each(widths)('has no barrier in any state ($width px)', async (viewport) => {
    const barriers: string[] = [];
    const { page, context } = await newPerson(site.browser, site.product.url, {
      viewport,
    });
    const look = async (
      path: string,
      state: string,
      bring: (page: Page) => Promise<unknown> = async () => {},
    ) => {
      await page.goto(path);
      await page
        .locator(path.startsWith('/explore/') ? 'h1' : 'astro-island:not([ssr])')
        .waitFor({ state: 'attached' });
      await bring(page);
      barriers.push(...(await findBarriers(page, `${path}, ${state}`)));
    };
    const follow = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
    await look('/explore?level=Beginner&tags=python&page=2', 'found');
    await look('/explore?search=javascrpt', 'corrected');
    await look('/explore?search=qqxxzz&level=Expert', 'nothing');
    await look('/explore', 'suggestions', async () => {
      if (viewport === telephone) await page.locator('summary', { hasText: 'Filters' }).click();
      await page.getByRole('combobox', { name: 'Tags/Keywords' }).fill('sta');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
    });
    await look('/explore', 'not signed in', async () => {
      await page
        .getByRole('button', { name: /^Save to Dashboard/ })
        .first()
        .click();
      await page.getByRole('link', { name: 'Sign in and save it' }).waitFor();
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await look('/explore?search=javascrpt', 'corrected, dark');
    await page.route('**/api/explore/filter*', () => {});
    await look('/explore', 'loading', () => follow('Rating'));
    await page.unroute('**/api/explore/filter*');
    await page.route('**/api/explore/filter*', (route) => route.abort());
    await look('/explore', 'failed', async () => {
      await follow('Rating');
      await page.getByRole('alert').waitFor();
    });
    await look(coursePage, 'a course');
    await look('/explore/no-such-course', 'no course');
    expect(barriers).toEqual([]);
    await context.close();
  });
});
