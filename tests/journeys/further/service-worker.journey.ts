import { rm } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportTimeZone } from '#contracts/accounts/profile.ts';
import { endAllSessions } from '#contracts/accounts/profile-changes.ts';
import { storedPagesCache } from '#src/browser/cache-names.ts';
import { browserCookieName, storageKeys } from '#src/browser/storage.ts';
import { newPerson, type Person, setPageCookie } from '../../support/browser/browser.ts';
import { fillIn } from '../../support/browser/help-form.ts';
import { isStream } from '../../support/browser/open-at-rest.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { nextReleaseName, writeNextRelease } from '../../support/pages/next-release.ts';
import { signedIn } from '../../support/pages/site.ts';
import { fileRequest, join, type SignedIn } from '../../support/people/people.ts';
import { callApi } from '../../support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { type SwitchedSite, startSwitchedSite } from '../../support/servers/switched-site.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const kB = 1_000;

/** Paths of the pages that a browser has stored. */
const storedPaths = (page: Page) =>
  page.evaluate(async (name) => {
    if (!(await caches.has(name))) return [];
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  }, storedPagesCache);

const isControlled = (page: Page) => page.evaluate(() => Boolean(navigator.serviceWorker.controller));
const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
const offlineHeading = (page: Page) => page.getByRole('heading', { name: 'You are offline', level: 1 });

describe('the service worker, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let site: SwitchedSite;
  let browser: Browser;
  let ada: SignedIn;
  let grace: SignedIn;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    site = await startSwitchedSite(product.url);
    browser = await shareBrowser(chromium.path as string);
    ada = await newLearner('Ada Obi');
    grace = await newLearner('Grace Hall');
  });
  afterAll(async () => {
    await closeContexts(browser);
    await site?.close();
    await product?.close();
  });

  async function newLearner(fullName: string): Promise<SignedIn> {
    const learner = await join(product.url, 'learner', { fullName });
    await callApi(product.url, reportTimeZone, { body: { timeZone: 'Africa/Lagos' } }, learner.token);
    return learner;
  }

  const nameOf = (page: Page, { fullName }: SignedIn) =>
    page.getByRole('heading', { level: 1 }).getByText(fullName);

  /** Opens a browser that has the service worker, on the page of an account. */
  async function open(learner: SignedIn, path = '/dashboard'): Promise<Person> {
    site.switchTo(product.url);
    const person = await newPerson(browser, site.url, signedIn(site.url, 'learner', learner));
    await visit(person.page, path);
    return person;
  }

  async function visit(page: Page, path: string): Promise<void> {
    await page.goto(path);
    if (await isControlled(page)) return;
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.goto(path);
    expect(await isControlled(page)).toBe(true);
  }

  async function goOffline(context: BrowserContext): Promise<void> {
    site.switchTo(undefined);
    await context.setOffline(true);
  }

  async function goOnline(context: BrowserContext): Promise<void> {
    site.switchTo(product.url);
    await context.setOffline(false);
  }

  it('shows the last dashboard offline, and says from when it is', async () => {
    const startedAt = Date.now();
    const { page, context } = await open(ada);
    await soon(() => storedPaths(page)).toEqual(['/dashboard']);
    const leftAt = Date.now();
    await goOffline(context);
    await page.goto('/dashboard');
    await nameOf(page, ada).waitFor();
    const sentence = page.getByText('There is no connection. You see this page as it was on');
    await sentence.waitFor();
    const time = sentence.locator('time');
    const storedAt = Date.parse((await time.getAttribute('datetime')) ?? '');
    expect([startedAt, storedAt, leftAt].toSorted()).toEqual([startedAt, storedAt, leftAt]);
    const shown = new Intl.DateTimeFormat('en-US', {
      ...({ day: 'numeric', month: 'long', year: 'numeric' } as const),
      ...({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone: 'Africa/Lagos' } as const),
    }).format(storedAt);
    expect(await time.textContent()).toBe(shown);
    expect(await page.locator('astro-island[ssr]').count()).toBe(0);
    expect(await findBarriers(page, 'a stored page')).toEqual([]);
    await page.goto('/explore');
    await offlineHeading(page).waitFor();
    expect(await findBarriers(page, 'the page for missing connections')).toEqual([]);
    await goOnline(context);
    await page.goto('/dashboard');
    await nameOf(page, ada).waitFor();
    expect(await sentence.isVisible()).toBe(false);
    await context.close();
  });

  it('asks once more for a page whose connection was lost, as when a phone changes its network', async () => {
    const { page } = await open(ada, '/terms.html');
    site.dropNext('/explore');
    await page.goto('/explore');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe('You are offline');
  });

  it('a return to the dashboard transfers at most 25 kB', async () => {
    const learner = await newLearner('Ben Alabi');
    for (let filed = 0; filed < 3; filed += 1) await fileRequest(product.url, learner);
    const { page, context } = await open(learner);
    await soon(() => storedPaths(page)).toEqual(['/dashboard']);
    const before = site.sentBytes();
    const stream = page.waitForResponse((response) => isStream(response.url()));
    await page.goto('/dashboard');
    await stream;
    const sent = site.sentBytes() - before;
    expect(sent > 2 * kB && sent <= 25 * kB, `${sent} bytes`).toBe(true);
    await context.close();
  });

  it('stores nothing without “Keep me signed in”', async () => {
    const { page, context } = await open(ada, '/terms.html');
    await context.addCookies([{ name: browserCookieName, value: '1', url: site.url }]);
    await page.evaluate((key) => localStorage.setItem(key, 'on'), storageKeys.untilClosed);
    await page.goto('/profile');
    await page.locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' });
    // What follows is stored, after everything that came before.
    await page.evaluate((key) => localStorage.removeItem(key), storageKeys.untilClosed);
    await page.goto('/dashboard');
    await soon(() => storedPaths(page)).toEqual(['/dashboard']);
    await context.close();
  });

  it('a sign-out deletes what is stored', async () => {
    const learner = await newLearner('Ben Alabi');
    const { page, context } = await open(learner);
    await soon(() => storedPaths(page)).toEqual(['/dashboard']);
    await page
      .getByRole('button', { name: /Log ?out/ })
      .first()
      .click();
    await page.waitForURL(`${site.url}/`);
    await soon(() => storedPaths(page)).toEqual([]);
    await goOffline(context);
    await page.goto('/dashboard');
    await offlineHeading(page).waitFor();
    await context.close();
  });

  it('the end of the session elsewhere deletes what is stored, with the next page', async () => {
    const learner = await newLearner('Ben Alabi');
    const { page, context } = await open(learner);
    await soon(() => storedPaths(page)).toEqual(['/dashboard']);
    // An open dashboard would leave by itself.
    await page.goto('/terms.html');
    await callApi(product.url, endAllSessions, {}, learner.token);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.waitForURL('**/user-auth?next=*');
    await soon(() => storedPaths(page)).toEqual([]);
    await context.close();
  });

  describe('another account in the same browser', () => {
    /** Replaces the session as if its sign-in had not deleted anything. */
    async function become(page: Page, learner: SignedIn): Promise<void> {
      await page.evaluate(
        ([key, token]) => localStorage.setItem(key as string, token as string),
        [storageKeys.token, learner.token],
      );
    }

    /** Records whether a person's name is ever visible. */
    async function watchName({ context }: Person, { fullName }: SignedIn): Promise<() => boolean> {
      let isShown = false;
      await context.exposeFunction('nameIsShown', () => {
        isShown = true;
      });
      await context.addInitScript((name) => {
        const record = () => {
          const heading = document.querySelector('main h1');
          if (heading?.checkVisibility() && heading.textContent?.includes(name))
            (globalThis as never as { nameIsShown(): void }).nameIsShown();
          requestAnimationFrame(record);
        };
        requestAnimationFrame(record);
      }, fullName);
      return () => isShown;
    }

    it('never sees the page of the first one, offline', async () => {
      const person = await open(ada);
      const { page, context } = person;
      await soon(() => storedPaths(page)).toEqual(['/dashboard']);
      await page.goto('/terms.html');
      await become(page, grace);
      const isShown = await watchName(person, ada);
      await goOffline(context);
      await page.goto('/dashboard').catch(() => undefined);
      await offlineHeading(page).waitFor();
      expect(await storedPaths(page)).toEqual([]);
      expect(isShown()).toBe(false);
      await context.close();
    });

    it('has its own page stored alone', async () => {
      const person = await open(ada, '/profile');
      const { page, context } = person;
      await soon(() => storedPaths(page)).toEqual(['/profile']);
      await page.goto('/terms.html');
      await become(page, grace);
      await setPageCookie(context, grace.token);
      await page.goto('/dashboard');
      await nameOf(page, grace).waitFor();
      await soon(() => storedPaths(page)).toEqual(['/dashboard']);
      await context.close();
    });

    it('finds nothing stored where it signs in', async () => {
      const learner = await newLearner('Ben Alabi');
      const { page, context } = await open(learner);
      await soon(() => storedPaths(page)).toEqual(['/dashboard']);
      // The browser has lost the session, and nothing else.
      await page.goto('/terms.html');
      await page.evaluate((key) => localStorage.removeItem(key), storageKeys.token);
      await page.goto('/user-auth?next=%2Fterms.html');
      await page.locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' });
      await soon(() => storedPaths(page)).toEqual([]);
      await context.close();
    });
  });

  it('keeps what is typed offline, and sends it once when it is sent again', async () => {
    const learner = await newLearner('Ben Alabi');
    const { page, context } = await open(learner, '/help');
    await soon(() => storedPaths(page)).toEqual(['/help']);
    await goOffline(context);
    await page.goto('/help');
    await page.getByText('There is no connection. You see this page as it was on').waitFor();
    await fillIn(page);
    // A password is not kept in the browser.
    await page.getByRole('radio', { name: /^Send me an enrolment code/ }).check();
    await page.getByLabel(/^Public/).check();
    await page.getByRole('button', { name: 'SUBMIT' }).click();
    await page.getByText('You are offline. Nothing is lost').first().waitFor();
    await page.reload();
    await page.getByText('This is what you typed last time. It has not been sent.').waitFor();
    const filed = 'SELECT r.id FROM requests r JOIN users u ON u.id = r.learner_id WHERE u.email = $1';
    const requests = (): Promise<unknown[]> => product.db.query(filed, [learner.email]);
    expect(await requests()).toHaveLength(0);
    await goOnline(context);
    await page.getByRole('button', { name: 'SUBMIT' }).click();
    await page.getByRole('heading', { name: 'Success' }).waitFor();
    expect(await requests()).toHaveLength(1);
    await context.close();
  });

  describe('another release', () => {
    let next: TestProduct;
    let folder: string;
    beforeAll(async () => {
      folder = await writeNextRelease(await builtPages());
      next = await startTestProduct({}, folder);
    });
    afterAll(async () => {
      await next?.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('never mixes: each page has the scripts and styles of its own release', async () => {
      const { page, context } = await open(ada);
      await soon(() => storedPaths(page)).toEqual(['/dashboard']);
      const assets = () =>
        page.evaluate(() => ({
          release: document.documentElement.dataset.release ?? '',
          names: performance
            .getEntriesByType('resource')
            .map(({ name }) => new URL(name).pathname)
            .filter((name) => /^\/_astro\/[^/]+\.(?:js|css)$/.test(name)),
          isStyled: getComputedStyle(document.body).margin === '0px',
        }));
      const mixed = async () => {
        const { release, names, isStyled } = await assets();
        expect(names.length).toBeGreaterThan(1);
        expect(isStyled).toBe(true);
        return names.filter((name) => name.startsWith('/_astro/next-') !== (release === nextReleaseName));
      };
      expect(await mixed()).toEqual([]);
      // It has a database of its own: a call of an open dashboard would end the session.
      await page.goto('about:blank');
      site.switchTo(next.url);
      await page.goto('/terms.html');
      expect(await page.evaluate(() => document.documentElement.dataset.release)).toBe(nextReleaseName);
      const shells = () =>
        page.evaluate(async () => (await caches.keys()).filter((name) => /shell/.test(name)));
      await soon(shells).toEqual([`courselift-shell-${nextReleaseName}`]);
      await page.goto('/forgot-password');
      expect(await mixed()).toEqual([]);
      await goOffline(context);
      await page.goto('/dashboard');
      await nameOf(page, ada).waitFor();
      expect(await page.evaluate(() => document.documentElement.dataset.release)).not.toBe(nextReleaseName);
      await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
      expect(await mixed()).toEqual([]);
      await page.goto('/explore');
      await offlineHeading(page).waitFor();
      expect(await page.evaluate(() => document.documentElement.dataset.release)).toBe(nextReleaseName);
      expect(await mixed()).toEqual([]);
      await context.close();
    });
  });

  describe('switched off', () => {
    let off: TestProduct;
    beforeAll(async () => {
      off = await startTestProduct({ SERVICE_WORKER: 'off' }, await builtPages());
    });
    afterAll(() => off?.close());

    it('is removed from a browser that has it, with all that it has stored, and not registered again', async () => {
      const { page, context, problems } = await open(ada);
      await soon(() => storedPaths(page)).toEqual(['/dashboard']);
      expect(await registrations(page)).toBe(1);
      // The dashboard's stream would try the other product, which has no such session.
      await page.goto('/terms.html');
      site.switchTo(off.url);
      await page.goto('/terms.html');
      await soon(() => registrations(page)).toBe(0);
      expect(await page.evaluate(() => caches.keys())).toEqual([]);
      const asked = page.waitForResponse('**/service-worker.js');
      await page.goto('/forgot-password', { waitUntil: 'networkidle' });
      expect((await asked).headers()['x-service-worker']).toBe('off');
      expect(await isControlled(page)).toBe(false);
      expect(await registrations(page)).toBe(0);
      expect(problems.filter((text) => !/net::ERR_/.test(text))).toEqual([]);
      await context.close();
    });
  });

  it('“Get App” installs the site where the browser offers it, once, and else leads on', async () => {
    const { page, context } = await newPerson(browser, site.url);
    site.switchTo(product.url);
    await page.goto('/terms.html');
    const link = page.getByRole('link', { name: 'Get App' }).first();
    // Chromium offers it to people only, so the event stands for it.
    const isBannerHidden = await page.evaluate(() => {
      const prompt = () => {
        document.title = 'Installing';
        return Promise.resolve();
      };
      const offer = new Event('beforeinstallprompt', { cancelable: true });
      return !dispatchEvent(Object.assign(offer, { prompt }));
    });
    expect(isBannerHidden).toBe(true);
    await link.click();
    expect([await page.title(), new URL(page.url()).pathname]).toEqual(['Installing', '/terms.html']);
    await link.click();
    await page.waitForURL('**/coming-soon');
    await context.close();
  });

  it('leaves calls, the desk and what is not read alone', async () => {
    const { page, context } = await open(ada);
    const fromWorker: string[] = [];
    context.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.fromServiceWorker()) fromWorker.push(pathname);
    });
    const stream = page.waitForResponse((response) => isStream(response.url()));
    await page.goto('/dashboard');
    await stream;
    await page.goto('/ops/sign-in');
    expect(fromWorker).toContain('/dashboard');
    expect(fromWorker.filter((path) => /^\/(?:api|ops)\b/.test(path))).toEqual([]);
    await context.close();
  });
});
