import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyEmail } from '#contracts/accounts/recovery.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { newPerson } from '../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../support/browser/shared-browser.ts';
import { shiftSoFar, watchLayout } from '../support/browser/watch-layout.ts';
import { builtPages } from '../support/pages/built-pages.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();

describe('a public page before its scripts', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    browser = await shareBrowser(chromium.path as string);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  /** Opens a page whose scripts arrive when `release` is called, which waits until its island is hydrated. */
  async function openEarly(path: string) {
    const person = await newPerson(browser, product.url);
    const { page } = person;
    await watchLayout(page);
    const gate = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('astro-island[ssr]').waitFor({ state: 'attached' });
    const release = async () => {
      gate.resolve();
      await untilHydrated(page);
    };
    return { ...person, release };
  }

  const untilHydrated = (page: Page) =>
    page.waitForFunction(() =>
      [...document.querySelectorAll('astro-island > *')].some((part) =>
        Object.keys(part).some((key) => key.startsWith('__reactFiber')),
      ),
    );

  it('searches the catalogue without waiting for them, whose form has an address', async () => {
    const { page, context } = await openEarly('/explore');
    await page.getByLabel('Search for a course').fill('python');
    await page.getByRole('button', { name: 'Apply Filters' }).click();
    await page.waitForURL('**/explore?search=python*', { waitUntil: 'commit' });
    await context.close();
  });

  it('keeps what is typed and chosen at the sign-in, and sends the form that was pressed', async () => {
    const { page, context, release, problems } = await openEarly('/user-auth?next=/profile');
    await page.getByLabel('Email').first().fill('ada@learn.example');
    await page.getByLabel('Password', { exact: true }).first().fill('wrong-horse-2026');
    await page.getByRole('checkbox').first().uncheck();
    await page.keyboard.press('Tab');
    await page.getByLabel('Password', { exact: true }).first().press('Enter');
    const sent = page.waitForRequest(`**/api${signIn.path}`);
    expect(page.url()).toBe(`${product.url}/user-auth?next=/profile`);
    await release();
    expect((await sent).postDataJSON()).toEqual({
      email: 'ada@learn.example',
      password: 'wrong-horse-2026',
      keepSignedIn: false,
    });
    expect(await page.getByLabel('Email').first().inputValue()).toBe('ada@learn.example');
    expect(page.url()).toBe(`${product.url}/user-auth?next=/profile`);
    expect(problems.filter((problem) => !/401/.test(problem))).toEqual([]);
    await context.close();
  });

  it('opens the tab of the address', async () => {
    const { page, context, release, problems } = await openEarly('/user-auth#sign-up');
    await release();
    await page.locator('#panel-sign-up').getByLabel('First name').fill('Ada');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('follows a press on a tab and on the button of a mail’s page', async () => {
    const early = await openEarly('/user-auth');
    await early.page.getByRole('tab').nth(1).click();
    await early.release();
    await early.page.locator('#panel-sign-up').waitFor();
    await early.context.close();
    const mail = await openEarly('/verify-email?token=abc');
    const answer = mail.page.waitForResponse(`**/api${verifyEmail.path}`);
    await mail.page.getByRole('main').getByRole('button').click();
    await mail.release();
    expect((await answer).request().postDataJSON()).toEqual({ token: 'abc' });
    await mail.context.close();
  });

  it.each(['/verify-email', '/reset-password', '/guardian-consent', '/refund', '/meeting-reply'])(
    '%s says that its link is incomplete, once it knows, and stays in its place',
    async (path) => {
      const { page, context, release, problems } = await openEarly(path);
      expect((await page.getByRole('main').ariaSnapshot()).length).toBeGreaterThan(60);
      await release();
      await page.locator('main .notice-warn').waitFor();
      expect((await shiftSoFar(page)).shift).toBeLessThanOrEqual(0.02);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it.each(['/user-auth', '/forgot-password', '/reset-password'])(
    '%s sends nothing without scripts',
    async (path) => {
      const { page, context } = await newPerson(browser, product.url, { javaScriptEnabled: false });
      await page.goto(path);
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.isNavigationRequest()) requests.push(request.url());
      });
      const field = page.locator('main form input').first();
      await field.fill('secret');
      await field.press('Enter');
      await page.locator('main form button[type="submit"]').first().click({ force: true });
      await page
        .getByRole('main')
        .getByText(/JavaScript/)
        .waitFor();
      expect([page.url(), requests]).toEqual([`${product.url}${path}`, []]);
      await context.close();
    },
  );
});
