import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireChromium } from '../support/requirements.ts';
import { openSite, type Site } from '../support/site.ts';
import { missingPage } from '../support/site-addresses.ts';

const chromium = requireChromium();
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

describe.skipIf(chromium.missing)('every page, in a browser', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
  });
  afterAll(() => site?.close());

  it('is there, has a title, a description, one main heading, and complains about nothing', async () => {
    for (const { path, who } of site.pages) {
      const { context, page, problems } = await site.open(who);
      const answer = await page.goto(path, { waitUntil: 'networkidle' });
      expect([path, answer?.status()]).toEqual([path, path === missingPage ? 404 : 200]);
      expect([path, new URL(page.url()).pathname]).toEqual([path, path.split('?')[0]]);
      expect(await page.title()).toMatch(/\S.* . CourseLift$|^CourseLift . \S/);
      expect(await page.locator('meta[name="description"]').getAttribute('content')).toMatch(/\w{3}/);
      expect([path, await page.getByRole('heading', { level: 1 }).count()]).toEqual([path, 1]);
      // Chromium itself says that an address which is not there is not there.
      const own = problems.filter((text) => !(path === missingPage && text.includes('404')));
      expect([path, own]).toEqual([path, []]);
      await context.close();
    }
  });

  it.each(sizes)('does not move what is already there ($width px), and fits the width', async (viewport) => {
    const moved: string[] = [];
    for (const { path, who } of site.pages) {
      const { context, page } = await site.open(who, { viewport });
      await watchLayout(page);
      // Fonts that come late are when a layout moves.
      await page.route('**/*.woff2', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'networkidle' });
      await scrollThrough(page);
      const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
      if (shifts.length > 0) moved.push(`${path}: ${shifts.join('; ')}`);
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (tooWide > 0) moved.push(`${path} is ${tooWide} px too wide`);
      await context.close();
    }
    expect(moved).toEqual([]);
  });

  it('is known to Chromium when its layout does move', async () => {
    const { context, page } = await site.open('visitor');
    await watchLayout(page);
    await page.goto('/terms.html', { waitUntil: 'networkidle' });
    await page.evaluate(async () => {
      document
        .querySelector('main')
        ?.prepend(Object.assign(document.createElement('h2'), { innerHTML: 'x<br>y<br>z' }));
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
    expect(shifts.length).toBeGreaterThan(0);
    await context.close();
  });
});

/** Notes every shift that the reader did not cause. */
async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Element }[];
      })[]) {
        const nodes = entry.sources.map(({ node }) => node?.nodeName.toLowerCase() ?? '?');
        if (!entry.hadRecentInput) shifts.push(`${entry.value.toFixed(4)} (${nodes.join(', ')})`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y <= document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  });
  // Long enough for what rotates to rotate.
  await page.waitForTimeout(2_200);
}
