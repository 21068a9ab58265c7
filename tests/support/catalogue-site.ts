import type { Browser } from 'playwright-core';
import { readStarterCatalogue } from '#services/catalogue/read-starter-catalogue.ts';
import { fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { openBrowser } from './browser.ts';
import { builtPages } from './built-pages.ts';
import { startTestProduct, type TestProduct } from './test-product.ts';

/** The product with its pages and the starter catalogue, and a browser. */
export interface CatalogueSite {
  product: TestProduct;
  browser: Browser;
  close(): Promise<void>;
}

/** Starts it all; `chromium` is a path. */
export async function openCatalogueSite(chromium: string): Promise<CatalogueSite> {
  const product = await startTestProduct({}, await builtPages());
  await fillCatalogue(product.db, await readStarterCatalogue());
  const browser = await openBrowser(chromium);
  return {
    product,
    browser,
    async close() {
      await browser.close();
      await product.close();
    },
  };
}
