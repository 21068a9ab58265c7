import type { Browser } from 'playwright-core';
import { readStarterCatalogue } from '#services/catalogue/read-starter-catalogue.ts';
import { fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { closeContexts, shareBrowser } from '../browser/shared-browser.ts';
import { startTestProduct, type TestProduct } from '../product/test-product.ts';
import { builtPages } from './built-pages.ts';

/** The product with its pages and the starter catalogue, and a browser. */
export interface CatalogueSite {
  product: TestProduct;
  browser: Browser;
  close(): Promise<void>;
}

/** Starts it all; `chromium` is a path. */
export async function openCatalogueSite(chromium: string): Promise<CatalogueSite> {
  const product = await startTestProduct({}, await builtPages());
  await fixCourseIds(product);
  await fillCatalogue(product.db, await readStarterCatalogue());
  const browser = await shareBrowser(chromium);
  return {
    product,
    browser,
    async close() {
      await closeContexts(browser);
      await product.close();
    },
  };
}

// Courses of equal rank are ordered by id: fixed ids show the same first page in every run.
async function fixCourseIds({ db }: TestProduct): Promise<void> {
  await db.query(`
    CREATE FUNCTION fix_course_id() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.id := overlay(overlay(md5(NEW.platform || NEW.url) PLACING '4' FROM 13) PLACING 'a' FROM 17)::uuid;
      RETURN NEW;
    END $$;
    CREATE TRIGGER fix_course_id BEFORE INSERT ON courses FOR EACH ROW EXECUTE FUNCTION fix_course_id()`);
}
