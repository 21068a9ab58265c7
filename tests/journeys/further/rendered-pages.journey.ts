import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProfile, reportTimeZone } from '#contracts/accounts/profile.ts';
import { endAllSessions } from '#contracts/accounts/profile-changes.ts';
import { watchDashboard } from '#contracts/dashboard/dashboard.ts';
import { approvePayment } from '#contracts/payments/payments.ts';
import { pageCookie } from '#services/accounts/sessions/page-session.ts';
import { skewMs } from '#services/platform/database/change-feed.ts';
import { storageKeys } from '#src/browser/storage.ts';
import { newPerson, type PersonOptions, setPageCookie } from '../../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { fund } from '../../support/money/certificates.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { signedIn } from '../../support/pages/site.ts';
import { fileRequest, join, type SignedIn } from '../../support/people/people.ts';
import { callApi } from '../../support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { untilIdle } from '../../support/product/until-idle.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

describe('pages rendered for a person, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let ada: SignedIn;
  let grace: SignedIn;
  /** Of a payment that is approved. */
  let reference: string;
  let paymentPath: string;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    await product.startWorkers();
    browser = await shareBrowser(chromium.path as string);
    ada = await join(product.url, 'learner', { fullName: 'Ada Obi' });
    grace = await join(product.url, 'sponsor', { fullName: 'Grace Hall' });
    for (const { token } of [ada, grace]) await visit(token);
    await fileRequest(product.url, ada);
    ({ reference } = await fund(product, ada, grace));
    // Each of its jobs changes a dashboard, which is read again where it was rendered less than the skew of clocks after a change.
    await untilIdle(product.db);
    await setTimeout(skewMs);
    paymentPath = `/payment-verification/?reference=${reference}`;
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  const people = () => ({ learner: ada, sponsor: grace });
  /** Stores a time zone, as the first page does that a person opens. */
  const visit = (token: string, timeZone = 'Africa/Lagos') =>
    callApi(product.url, reportTimeZone, { body: { timeZone } }, token);
  const cookieOf = async (token: string) =>
    (await pageCookie(token, true, product.config)).split(';')[0] as string;
  const isSignedIn = async (token: string) =>
    (await callApi(product.url, getProfile, {}, token)).status === 200;

  /** Opens a browser of a person who was there before. */
  async function open(who: 'learner' | 'sponsor', options: PersonOptions = {}) {
    const person = people()[who];
    await visit(person.token, options.timezoneId);
    return newPerson(browser, product.url, { ...options, ...signedIn(product.url, who, person) });
  }

  /** Records every name of a person that is visible on a page at any time. */
  async function recordShown(context: BrowserContext): Promise<() => Set<string>> {
    const shown = new Set<string>();
    await context.exposeFunction('recordShown', (text: string) => {
      for (const { fullName } of [ada, grace]) if (text.includes(fullName)) shown.add(fullName);
    });
    await context.addInitScript(() => {
      const record = () => {
        const heading = document.querySelector('main h1');
        const text = heading?.checkVisibility() ? heading.textContent : '';
        (globalThis as never as { recordShown(text: string): void }).recordShown(text);
        requestAnimationFrame(record);
      };
      requestAnimationFrame(record);
    });
    return () => shown;
  }

  it('is for the person of the cookie alone, and not to be stored', async () => {
    const read = async (cookie?: string) => {
      const response = await fetch(`${product.url}/dashboard`, { headers: cookie ? { cookie } : {} });
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('vary')).toMatch(/\bCookie\b/);
      return response.text();
    };
    const { token } = await join(product.url, 'learner', { fullName: 'Ben Alabi' });
    await visit(token);
    const cookie = await cookieOf(token);
    expect(await read(cookie)).toContain('Ben Alabi');
    expect(await read(await cookieOf(ada.token))).not.toContain('Ben Alabi');
    expect(await read()).not.toContain('Ben Alabi');
    expect(await read(cookie.slice(0, -3))).not.toContain('Ben Alabi');
    await callApi(product.url, endAllSessions, {}, token);
    expect(await read(cookie)).not.toContain('Ben Alabi');
  });

  it('reads without scripts: the state of a request, what a sponsor has paid, and the account', async () => {
    const withoutScripts = async (who: 'learner' | 'sponsor') => {
      const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
      await setPageCookie(context, people()[who].token);
      return context.newPage();
    };
    const learner = await withoutScripts('learner');
    await learner.goto('/dashboard');
    expect(await learner.getByRole('heading', { level: 1 }).textContent()).toContain('Ada Obi');
    const way = learner.getByRole('list', { name: 'Where this request stands' }).first();
    expect(await way.getByRole('listitem').count()).toBeGreaterThan(2);
    await learner.goto('/profile');
    expect(await learner.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada Obi');
    const sponsor = await withoutScripts('sponsor');
    await sponsor.goto('/dashboard');
    await sponsor.getByRole('heading', { name: 'Sponsored Requests' }).waitFor();
    expect(await sponsor.getByRole('list', { name: 'What became of your payment' }).count()).toBe(1);
    await sponsor.goto(paymentPath);
    await sponsor.getByRole('heading', { name: 'Successful Payment!', level: 1 }).waitFor();
    await sponsor.getByText(reference).waitFor();
  });

  it.each([
    ['learner', '/dashboard', 'en-GB', 'Africa/Lagos'],
    ['sponsor', '/dashboard', 'en-GB', 'Africa/Lagos'],
    ['learner', '/profile', 'en-GB', 'Africa/Lagos'],
    ['learner', '/dashboard', 'de-DE', 'Asia/Tokyo'],
    ['sponsor', '/dashboard', 'de-DE', 'Asia/Tokyo'],
    ['sponsor', '/profile', 'de-DE', 'Asia/Tokyo'],
    ['sponsor', '/payment-verification/', 'de-DE', 'Asia/Tokyo'],
  ] as const)('a %s’s %s is hydrated as it came, in %s and %s', async (who, path, locale, timezoneId) => {
    const { page, context, problems } = await open(who, { locale, timezoneId });
    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // Pictures are files; the other asks for the settlement of a payment.
      const isRead = request.method() === 'GET' && request.resourceType() !== 'image';
      if (pathname === `/api${approvePayment.path}`) return;
      if (isRead && pathname.startsWith('/api/')) reads.push(pathname);
    });
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        Object.assign(globalThis, {
          asItCame: [...document.querySelectorAll('astro-island h1, astro-island h2')],
        });
      });
    });
    await page.goto(path === '/payment-verification/' ? paymentPath : path);
    await page.locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' });
    // Parts of a view are hydrated when their code has loaded.
    await page.waitForFunction(() =>
      (globalThis as never as { asItCame: Element[] }).asItCame.every(
        (heading) =>
          !heading.isConnected || Object.keys(heading).some((key) => key.startsWith('__reactFiber')),
      ),
    );
    const headings = await page.evaluate(() =>
      (globalThis as never as { asItCame: Element[] }).asItCame.map(({ isConnected }) => isConnected),
    );
    expect(headings.length).toBeGreaterThan(0);
    expect(headings).not.toContain(false);
    expect(problems).toEqual([]);
    expect(reads.filter((read) => read !== `/api${watchDashboard.path}`)).toEqual([]);
    await context.close();
  });

  it('in another time zone than the stored one it shows the times of the browser', async () => {
    const { page, context, problems } = await open('sponsor', { timezoneId: 'Africa/Lagos' });
    await visit(grace.token, 'Asia/Tokyo');
    await page.goto('/dashboard');
    await page.locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' });
    await page.getByRole('heading', { name: 'Sponsored Requests' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('a browser without the token shows nothing, and ends the session', async () => {
    const { token } = await join(product.url, 'learner', { fullName: ada.fullName });
    await visit(token);
    const { page, context } = await newPerson(browser, product.url);
    const shown = await recordShown(context);
    await setPageCookie(context, token);
    await page.goto('/dashboard');
    await page.waitForURL('**/user-auth?next=*');
    expect([...shown()]).toEqual([]);
    // Another script of the page may have left it before the answer.
    await soon(() => isSignedIn(token)).toBe(false);
    await soon(async () => (await context.cookies()).map(({ name }) => name)).not.toContain(
      'courselift-page',
    );
    await context.close();
  });

  it('a browser with the token of another account shows the pages of that account alone', async () => {
    const other = await join(product.url, 'learner', { fullName: ada.fullName });
    await visit(other.token);
    const { page, context } = await open('sponsor');
    const shown = await recordShown(context);
    await setPageCookie(context, other.token);
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1 }).getByText(grace.fullName).waitFor();
    expect([...shown()]).toEqual([grace.fullName]);
    expect([await isSignedIn(other.token), await isSignedIn(grace.token)]).toEqual([false, true]);
    await context.close();
  });

  it('a browser with the token alone gets the cookie, where the session is kept', async () => {
    const { page, context } = await open('learner');
    const cookies = async () => (await context.cookies()).map(({ name }) => name);
    await context.clearCookies();
    const obtained = page.waitForResponse('**/api/user/page-cookie');
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1 }).getByText(ada.fullName).waitFor();
    await obtained;
    expect(await cookies()).toContain('courselift-page');
    await context.close();
  });

  it('after a sign-out, the back button shows nothing', async () => {
    const person = await join(product.url, 'learner', { fullName: ada.fullName });
    const { page, context } = await newPerson(browser, product.url, signedIn(product.url, 'learner', person));
    await page.goto('/profile');
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1 }).getByText(ada.fullName).waitFor();
    await page
      .getByRole('button', { name: /Log ?out/ })
      .first()
      .click();
    await page.waitForURL(`${product.url}/`);
    const shown = await recordShown(context);
    await page.goBack();
    await page.waitForURL('**/user-auth?next=*');
    expect([...shown()]).toEqual([]);
    await context.close();
  });

  it('a page of the back/forward cache is hidden at once when its token is gone', async () => {
    const { page, context } = await open('learner');
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1 }).getByText(ada.fullName).waitFor();
    // Chromium restores no page while it is driven, so the event stands for it.
    const display = await page.evaluate((key) => {
      localStorage.removeItem(key);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      return document.documentElement.style.display;
    }, storageKeys.token);
    expect(display).toBe('none');
    await soon(() => page.url()).toContain('/user-auth?next=');
    await context.close();
  });
});
