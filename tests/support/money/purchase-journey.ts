import type { Browser, Locator, Page } from 'playwright-core';
import type { OperatorLevel } from '#contracts/desk/operators.ts';
import { newPerson } from '../browser/browser.ts';
import { openDesk } from '../browser/desk-page.ts';
import { closeContexts, shareBrowser } from '../browser/shared-browser.ts';
import { builtPages } from '../pages/built-pages.ts';
import { signedIn } from '../pages/site.ts';
import { joinDesk } from '../people/operators.ts';
import { join, requestBody, type SignedIn } from '../people/people.ts';
import { startTestProduct, type TestProduct } from '../product/test-product.ts';
import { payForCourse } from './paid-purchases.ts';

/** A course that was paid for and is in the queue of the operators. */
export interface PaidCourse {
  purchaseId: string;
  paymentId: string;
}

/** The product with workers, a learner and a sponsor who are signed in, and a browser for each of them. */
export interface PurchaseJourney {
  product: TestProduct;
  browser: Browser;
  /** Ada Obi. */
  learner: SignedIn;
  /** Grace Hall. */
  sponsor: SignedIn;
  learnerPage: Page;
  sponsorPage: Page;
  /** Opens a browser without a session. */
  openVisitor(): Promise<Page>;
  /** Opens the desk for a new operator of this name. */
  openOperator(fullName: string, level?: OperatorLevel): Promise<Page>;
  /** Opens the pages of the payment provider. */
  openProvider(): Promise<Page>;
  /** Has the sponsor pay a course of this title; `request` replaces fields of its request. */
  pay(courseTitle: string, request?: object): Promise<PaidCourse>;
  close(): Promise<void>;
}

/** Starts it all; `chromium` is a path, `env` overrides settings of the product. */
export async function openPurchaseJourney(
  chromium: string,
  env: Record<string, string> = {},
): Promise<PurchaseJourney> {
  const pages = await builtPages();
  const [product, browser] = await Promise.all([startTestProduct(env, pages), shareBrowser(chromium)]);
  await product.startWorkers();
  const { url } = product;
  const learner = await join(url, 'learner', { fullName: 'Ada Obi' });
  const sponsor = await join(url, 'sponsor', { fullName: 'Grace Hall' });
  const open = async (baseURL: string, session = {}) => (await newPerson(browser, baseURL, session)).page;
  const [learnerPage, sponsorPage] = await Promise.all([
    open(url, signedIn(url, 'learner', learner)),
    open(url, signedIn(url, 'sponsor', sponsor)),
  ]);
  return {
    product,
    browser,
    learner,
    sponsor,
    learnerPage,
    sponsorPage,
    openVisitor: () => open(url),
    openOperator: async (fullName, level = 'operator') =>
      openDesk(browser, product, await joinDesk(product, level, fullName)),
    openProvider: () => open(`${product.sandbox.httpUrl}/`),
    async pay(courseTitle, request = {}) {
      const course = { ...requestBody().course, courseTitle };
      const people = { learner, sponsor };
      const { id, paymentId } = await payForCourse(product, people, { course, ...request });
      return { purchaseId: id, paymentId };
    },
    async close() {
      await closeContexts(browser);
      await product.close();
    },
  };
}

/** Has the sponsor pay these courses one after the other. Returns them by title. */
export async function payAll<Title extends string>(
  { pay }: PurchaseJourney,
  titles: readonly Title[],
  request?: object,
): Promise<Record<Title, PaidCourse>> {
  const paid = {} as Record<Title, PaidCourse>;
  for (const title of titles) paid[title] = await pay(title, request);
  return paid;
}

/** The card of a course on a dashboard. */
export function courseCard(page: Page, courseTitle: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: courseTitle }) });
}
