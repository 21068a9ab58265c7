import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, openBrowser } from '../support/browser/browser.ts';
import { shiftSoFar, watchLayout } from '../support/browser/watch-layout.ts';
import { type CatalogueSite, openCatalogueSite } from '../support/pages/catalogue-site.ts';
import { fallbackFontFiles } from '../support/pages/fallback-font-files.ts';
import { onlyFonts } from '../support/pages/fontconfig.ts';
import { coursePage } from '../support/pages/site-addresses.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();
/** Pages whose layout depends on where lines break; the other public pages are single forms built like the last two. */
const pagesOfText = [
  '/',
  '/explore',
  coursePage,
  '/coming-soon',
  '/restricted',
  '/success',
  '/terms.html',
  '/user-auth',
  '/newsletter/confirm?token=any',
];

describe('a page whose web fonts arrive late', needs(chromium), () => {
  let site: CatalogueSite;
  beforeAll(async () => {
    site = await openCatalogueSite(chromium.path as string);
  });
  afterAll(() => site?.close());

  it.each(Object.entries(fallbackFontFiles))(
    'hardly moves where the device has only %s',
    async (name, files) => {
      const fonts = await onlyFonts(files);
      const browser = await openBrowser(chromium.path as string, fonts.env);
      const moved: string[] = [];
      try {
        const { page } = await newPerson(browser, site.product.url, {
          viewport: { width: 390, height: 844 },
          reducedMotion: 'no-preference',
          // It would have the fonts of an earlier page.
          serviceWorkers: 'block',
        });
        await watchLayout(page);
        for (const path of pagesOfText) {
          const { shift, from, drawnWith, wrapped } = await shiftOfLateFonts(page, path);
          if (shift > 0.02) moved.push(`${path} shifts by ${shift.toFixed(4)}: ${from}`);
          moved.push(...wrapped.map((row) => `${path} moves a button to another line: ${row}`));
          // Otherwise the test would measure a font of this machine, or a web font that an earlier page has loaded.
          expect([path, drawnWith]).toEqual([path, name === 'Arial' ? 'Arimo' : name]);
        }
      } finally {
        await browser.close();
        await fonts.remove();
      }
      expect(moved).toEqual([]);
    },
  );
});

/** How much a page moves when its web fonts arrive after it was drawn, and the font that it was drawn with. */
async function shiftOfLateFonts(page: Page, path: string) {
  // Playwright bypasses the browser's cache while requests are intercepted.
  const released = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const drawnWith = await fontOf(page, 'main p');
  const before = await linesOfRows(page);
  released.resolve();
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
  await page.unrouteAll({ behavior: 'wait' });
  const wrapped = (await linesOfRows(page)).filter((row, index) => row !== before[index]);
  return { ...(await shiftSoFar(page)), drawnWith, wrapped };
}

/** For each row of buttons that is shown: the label of each, behind a bar where a new line begins. */
function linesOfRows(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main .row')]
      .filter((row) => row.checkVisibility())
      .map((row) =>
        [...row.querySelectorAll<HTMLElement>('.button')]
          .map((button, index, all) => {
            const startsLine = index > 0 && button.offsetLeft <= (all[index - 1]?.offsetLeft ?? 0);
            return `${startsLine ? '| ' : ''}${button.textContent.trim()}`;
          })
          .join(' '),
      ),
  );
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
