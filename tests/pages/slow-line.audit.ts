import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson } from '../support/browser/browser.ts';
import { openAtRest } from '../support/browser/open-at-rest.ts';
import { closeContexts, shareBrowser } from '../support/browser/shared-browser.ts';
import { type SlowLine, slowLine } from '../support/browser/slow-line.ts';
import { shiftSoFar, watchLayout } from '../support/browser/watch-layout.ts';
import { builtPages } from '../support/pages/built-pages.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();

describe('a page that comes in pieces', needs(chromium), () => {
  let product: TestProduct;
  let line: SlowLine;
  let browser: Browser;
  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    line = await slowLine(product.url);
    browser = await shareBrowser(chromium.path as string);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await line?.close();
    await product?.close();
  });

  it.each(['/', '/explore', '/success'])(
    '%s is not shown before its lines have their places',
    async (path) => {
      for (const viewport of [
        { width: 390, height: 844 },
        { width: 1280, height: 900 },
      ]) {
        const { context, page } = await newPerson(browser, line.url, {
          viewport,
          reducedMotion: 'no-preference',
        });
        await watchLayout(page);
        await openAtRest(page, path);
        const { shift, from } = await shiftSoFar(page);
        expect([viewport.width, from, shift < 0.0005]).toEqual([viewport.width, from, true]);
        await context.close();
      }
    },
  );
});
