import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import { openAtRest } from '../../support/browser/open-at-rest.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { findBarriersInThemes } from '../../support/pages/find-barriers.ts';
import { submitSignIn } from '../../support/people/account-steps.ts';
import { fileRequest, join, type SignedIn } from '../../support/people/people.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

describe('requests that visitors may see, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let learner: SignedIn;
  let sponsor: SignedIn;
  let visitor: Person;
  let page: Page;
  let id: string;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    browser = await shareBrowser(chromium.path as string);
    learner = await join(product.url, 'learner', { fullName: 'Adaeze Canaryobi' });
    sponsor = await join(product.url, 'sponsor');
    visitor = await newPerson(browser, product.url);
    page = visitor.page;
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  const section = () => page.getByRole('heading', { name: 'Who is waiting now' });
  const cards = () => page.locator('main').getByRole('listitem').filter({ hasText: 'waiting' });
  const loaded = () => page.waitForResponse('**/api/course/get?*');

  it('without any, Home has no such section', async () => {
    await fileRequest(product.url, learner);
    await openAtRest(page, '/');
    const response = loaded();
    await page.keyboard.press('Tab');
    await response;
    expect(await section().count()).toBe(0);
  });

  it('Home shows them once their place is near, and its first view asks for none', async () => {
    id = await fileRequest(product.url, learner, { isForVisitors: true });
    await product.db.query(
      `UPDATE requests SET created_at = now() - interval '12 days 1 hour' WHERE id = $1`,
      [id],
    );
    let calls = 0;
    page.on('request', (request) => {
      calls += Number(request.url().includes('/api/course/get'));
    });
    await openAtRest(page, '/');
    expect(calls).toBe(0);
    await page.getByRole('heading', { name: 'How a course gets lifted' }).scrollIntoViewIfNeeded();
    await page.getByRole('heading', { name: 'What we hold ourselves to' }).scrollIntoViewIfNeeded();
    await section().waitFor();
    expect(await cards().count()).toBe(1);
    const text = await cards().textContent();
    for (const shown of ['Machine Learning', 'Coursera', '₦20,000', 'waiting for 12 days', 'A., Nigeria'])
      expect(text).toContain(shown);
    expect(text).not.toMatch(/Adaeze|Canaryobi/);
    expect(await findBarriersInThemes(page, 'Home with requests')).toEqual([]);
  });

  it('each leads a visitor to sign-up, and on to the dialog of that request', async () => {
    await page.getByRole('link', { name: /^Sponsor this course ?: Machine Learning/ }).click();
    await page.waitForURL('**/user-auth?next=*');
    await page.getByRole('tabpanel', { name: 'Sign up' }).waitFor();
    await page.getByRole('tab', { name: 'Sign in' }).click();
    await submitSignIn(page, sponsor.email, sponsor.password);
    await page.waitForURL(`**/help-learner?request=${id}`);
    await page.getByRole('dialog').getByText('Adaeze Canaryobi').first().waitFor();
  });

  it('/fund-learner shows them to signed-in people, above its samples', async () => {
    await page.goto('/fund-learner');
    await section().waitFor();
    const link = page.getByRole('link', { name: /^Sponsor this course ?: Machine Learning/ });
    expect(await link.getAttribute('href')).toBe(`/help-learner?request=${id}`);
    const isAbove = () =>
      section().evaluate(
        (title) =>
          title.getBoundingClientRect().top <
          (document.querySelector('.card-media')?.getBoundingClientRect().top ?? 0),
      );
    await soon(isAbove).toBe(true);
  });

  it('Home shows six of them, those that wait longest', async () => {
    await product.db.query(
      `INSERT INTO requests (learner_id, course_title, platform, link, price_minor, currency, duration, duration_unit,
         motivation, socials, delivery, is_public, is_for_visitors, created_at)
       SELECT learner_id, 'Newer course ' || n, platform, link || n, price_minor, currency, duration, duration_unit,
         motivation, socials, delivery, true, true, now() - interval '2 days' FROM requests, generate_series(1, 6) AS n WHERE id = $1`,
      [id],
    );
    // The list is cached for a minute.
    const another = await newPerson(browser, product.url);
    page = another.page;
    await openAtRest(page, '/');
    await page.getByRole('heading', { name: 'What we hold ourselves to' }).scrollIntoViewIfNeeded();
    await section().waitFor();
    expect(await cards().count()).toBe(6);
    expect(await cards().filter({ hasText: 'Machine Learning' }).count()).toBe(1);
    visitor.problems.push(...another.problems);
  });

  it('complained about nothing', () => {
    expect(visitor.problems).toEqual([]);
  });
});
