import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, openBrowser } from '../support/browser.ts';
import { fallbackFontFiles } from '../support/fallback-font-files.ts';
import { onlyFonts } from '../support/fontconfig.ts';
import { inBatches } from '../support/in-batches.ts';
import { openAtRest } from '../support/open-at-rest.ts';
import { join } from '../support/people.ts';
import { requireChromium } from '../support/requirements.ts';
import { openSite, type Site, signedIn } from '../support/site.ts';
import { coursePage, missingPage } from '../support/site-addresses.ts';
import { shiftSoFar, watchLayout } from '../support/watch-layout.ts';

const chromium = requireChromium();
// Every page, several times: slow machines need longer than a single way through the product.
const everyPageMs = 300_000;
/** Most of the time of a page is waiting for it to come to rest, so several are opened at once. */
const pagesAtOnce = 4;
const narrowest = 320;
/** Pages whose layout depends on where lines break; the other public pages are single forms built like `/user-auth`. */
const pagesOfText = [
  '/',
  '/explore',
  coursePage,
  '/coming-soon',
  '/user-auth',
  '/restricted',
  '/success',
  '/terms.html',
];
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

describe.skipIf(chromium.missing)('every page, in a browser', { timeout: everyPageMs }, () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
  });
  afterAll(() => site?.close());

  it('is there, has a title, a description, one main heading, and complains about nothing', async () => {
    await inBatches(site.pages, pagesAtOnce, async ({ path, who }) => {
      const { context, page, problems } = await site.open(who);
      const answer = await openAtRest(page, path);
      expect([path, answer?.status()]).toEqual([path, path === missingPage ? 404 : 200]);
      const policy = answer?.headers()['content-security-policy'] ?? '';
      expect([path, policy]).toEqual([
        path,
        expect.stringMatching(/script-src [^;]*'sha256-.*frame-ancestors 'none'/),
      ]);
      expect([path, policy.includes('unsafe')]).toEqual([path, false]);
      expect([path, new URL(page.url()).pathname]).toEqual([path, path.split('?')[0]]);
      expect(await page.title()).toMatch(/\S.* . CourseLift$|^CourseLift . \S/);
      expect(await page.locator('meta[name="description"]').getAttribute('content')).toMatch(/\w{3}/);
      expect([path, await page.getByRole('heading', { level: 1 }).count()]).toEqual([path, 1]);
      // Chromium itself says that an address which is not there is not there.
      const own = problems.filter((text) => !(path === missingPage && text.includes('404')));
      expect([path, own]).toEqual([path, []]);
      await context.close();
    });
  });

  it('is not the style page, which is for those who build', async () => {
    expect((await fetch(`${site.product.url}/styleguide`)).status).toBe(404);
  });

  it.each(sizes)('does not move what is already there ($width px), and fits the width', async (viewport) => {
    const moved: string[] = [];
    await inBatches(site.pages, pagesAtOnce, async ({ path, who }) => {
      const { context, page } = await site.open(who, { viewport });
      const { shift, from } = await shiftOf(page, path);
      // Behind a sign-in, what is shown comes from the server: it may grow, but hardly push.
      if (shift > (who === 'visitor' ? 0.0005 : 0.03))
        moved.push(`${path} shifts by ${shift.toFixed(4)}: ${from}`);
      // A phone is also tried as narrow as phones are.
      for (const width of viewport.width < narrowest * 2 ? [viewport.width, narrowest] : [viewport.width]) {
        await page.setViewportSize({ ...viewport, width });
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (tooWide > 0) moved.push(`${path} is ${tooWide} px too wide for ${width} px`);
      }
      await context.close();
    });
    expect(moved).toEqual([]);
  });

  it.each(Object.entries(fallbackFontFiles))(
    'hardly moves where fonts come late and the device has only %s',
    async (name, files) => {
      const fonts = await onlyFonts(files);
      const browser = await openBrowser(chromium.path as string, fonts.env);
      const moved: string[] = [];
      try {
        for (const path of pagesOfText) {
          const { context, page } = await newPerson(browser, site.product.url, {
            viewport: sizes[0] ?? null,
          });
          const { shift, from, drawnWith } = await shiftOfLateFonts(page, path);
          if (shift > 0.02) moved.push(`${path} shifts by ${shift.toFixed(4)}: ${from}`);
          // Otherwise the test would measure a font of this machine.
          expect([path, drawnWith]).toEqual([path, name === 'Arial' ? 'Arimo' : name]);
          await context.close();
        }
      } finally {
        await browser.close();
        await fonts.remove();
      }
      expect(moved).toEqual([]);
    },
  );

  it.each(sizes)('offers the profile and sign-out to the signed-in ($width px)', async (viewport) => {
    // Their own session, because it ends here.
    const { url } = site.product;
    const session = signedIn(url, 'learner', await join(url, 'learner'));
    const { context, page } = await newPerson(site.browser, url, { viewport, ...session });
    const bar = page.getByRole('navigation', { name: 'Main' });
    for (const path of ['/terms.html', '/help', coursePage, '/fund-learner', '/']) {
      await page.goto(path);
      if (viewport.width < 992) await bar.getByText('Menu').click();
      for (const [name, href] of [
        ['Dashboard', '/dashboard'],
        ['Profile', '/profile'],
      ] as const)
        expect([path, await bar.getByRole('link', { name }).getAttribute('href')]).toEqual([path, href]);
      expect([path, await page.getByRole('link', { name: 'Sign in' }).count()]).toEqual([path, 0]);
    }
    // The footer names it for the signed-in only, because the page is theirs.
    expect(await page.getByRole('link', { name: 'Sample requests' }).getAttribute('href')).toBe(
      '/fund-learner',
    );
    const reloaded = page.waitForEvent('load');
    await bar.getByRole('button', { name: 'Logout' }).click();
    await reloaded;
    await (viewport.width < 992 ? bar.getByText('Menu').click() : undefined);
    await bar.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('link', { name: 'Sample requests' }).count()).toBe(0);
    await context.close();
  });

  it('would be seen to move', async () => {
    const { context, page } = await site.open('visitor');
    const { shift } = await shiftOf(page, '/terms.html', async () => {
      const words = Object.assign(document.createElement('h2'), { innerHTML: 'x<br>y<br>z' });
      document.querySelector('main')?.prepend(words);
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(shift).toBeGreaterThan(0.01);
    await context.close();
  });
});

/** How much a page moves by itself while it loads, is scrolled through and shows what rotates; and what moved. */
async function shiftOf(page: Page, path: string, spoil?: () => Promise<void>) {
  await watchLayout(page);
  await openAtRest(page, path);
  if (spoil) await page.evaluate(spoil);
  await scrollThrough(page);
  // The headline changes every 2 s, the banner of the listing every 3.
  if (/^\/($|help-learner)/.test(path)) await page.waitForTimeout(3_200);
  return shiftSoFar(page);
}

/** How much a page moves when its web fonts arrive after it was drawn, and the font that it was drawn with. */
async function shiftOfLateFonts(page: Page, path: string) {
  await watchLayout(page);
  const released = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const drawnWith = await fontOf(page, 'main p');
  released.resolve();
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
  return { ...(await shiftSoFar(page)), drawnWith };
}

/** The font that draws the first element of a selector, as Chromium reports it. */
async function fontOf(page: Page, selector: string): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts[0]?.familyName;
}

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y <= document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  });
}
