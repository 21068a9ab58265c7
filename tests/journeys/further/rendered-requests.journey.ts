import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProfile, reportTimeZone } from '#contracts/accounts/profile.ts';
import { hourMs } from '#contracts/durations.ts';
import type { Endpoint, Sent } from '#contracts/endpoint.ts';
import { arrangeMeeting, getSponsorship } from '#contracts/funding/sponsorships.ts';
import { getMeetingRoom } from '#contracts/meetings/meetings.ts';
import { getRequest, listRequests } from '#contracts/requests/listing.ts';
import { getOwnRequest } from '#contracts/requests/requests.ts';
import { pageCookie } from '#services/accounts/sessions/page-session.ts';
import { fairBrowsingCookieName } from '#src/browser/fair-browsing.ts';
import { editRequestPath, listedRequestPath, meetingPath, sponsorStatusPath } from '#src/browser/paths.ts';
import { storageKeys } from '#src/browser/storage.ts';
import { newPerson, type PersonOptions, setPageCookie } from '../../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { signedIn } from '../../support/pages/site.ts';
import { fileRequest, join, type SignedIn } from '../../support/people/people.ts';
import { callApi } from '../../support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

type Call = { [E in keyof Sent<Endpoint>]?: unknown };
interface RenderedPage {
  who: 'ada' | 'grace' | 'ben';
  path: string;
  /** What only this person may read there. */
  content: string;
  calls: [Endpoint, Call][];
}

describe('requests and meetings rendered for a person, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let people: Record<'ada' | 'grace' | 'ben', SignedIn>;
  let pages: Record<'listing' | 'request' | 'pay' | 'meet' | 'room' | 'new' | 'edit', RenderedPage>;

  beforeAll(async () => {
    // Without workers, whose statements would be counted.
    product = await startTestProduct({}, await builtPages());
    browser = await shareBrowser(chromium.path as string);
    const { url } = product;
    people = {
      ada: await join(url, 'learner', { fullName: 'Ada Obi' }),
      grace: await join(url, 'sponsor', { fullName: 'Grace Hall' }),
      ben: await join(url, 'learner', { fullName: 'Ben Alabi' }),
    };
    for (const { token } of Object.values(people))
      await callApi(url, reportTimeZone, { body: { timeZone: 'Africa/Lagos' } }, token);
    const id = await fileRequest(url, people.ada);
    const meeting = {
      params: { id },
      body: { startsAt: new Date(Date.now() + hourMs).toISOString() },
    };
    const { body } = await callApi(url, arrangeMeeting, meeting, people.grace.token);
    const meetingId = body.data._id;
    const params = { id };
    const sponsorship: RenderedPage['calls'] = [
      [getRequest, { params, query: {} }],
      [getSponsorship, { params }],
    ];
    const list: RenderedPage['calls'][number] = [listRequests, { query: { fair: 'off' } }];
    const seen = 'Ada Obi';
    pages = {
      listing: { who: 'grace', path: '/help-learner', content: seen, calls: [list] },
      request: {
        ...{ who: 'grace', path: listedRequestPath(id), content: seen },
        calls: [list, [getRequest, { params, query: { fair: 'off' } }]],
      },
      pay: {
        ...{ who: 'grace', path: sponsorStatusPath({ state: 'pay', requestId: id }), content: seen },
        calls: sponsorship,
      },
      meet: {
        ...{ who: 'grace', path: sponsorStatusPath({ state: 'meet', requestId: id }), content: seen },
        calls: sponsorship,
      },
      room: {
        ...{ who: 'grace', path: meetingPath(meetingId), content: 'With Ada, about' },
        calls: [[getMeetingRoom, { params: { id: meetingId } }]],
      },
      new: { who: 'ada', path: '/help', content: people.ada.email, calls: [[getProfile, {}]] },
      edit: {
        ...{ who: 'ada', path: editRequestPath(id), content: 'Social media link' },
        calls: [
          [getProfile, {}],
          [getOwnRequest, { params }],
        ],
      },
    };
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  const names = ['listing', 'request', 'pay', 'meet', 'room', 'new', 'edit'] as const;
  const cookieOf = async ({ token }: SignedIn) =>
    (await pageCookie(token, true, product.config)).split(';')[0] as string;
  const open = (who: keyof typeof people, options: PersonOptions = { locale: 'en-GB' }) =>
    newPerson(browser, product.url, {
      // Its requests cannot be held.
      serviceWorkers: 'block',
      ...options,
      ...signedIn(product.url, who === 'grace' ? 'sponsor' : 'learner', people[who]),
    });
  /** Waits until React has taken over what the server has rendered. */
  const isHydrated = (page: Page) =>
    page.waitForFunction(() => {
      const elements = [...document.querySelectorAll('astro-island :is(h1, h2, p, input)')];
      return elements.every((element) => Object.keys(element).some((key) => key.startsWith('__reactFiber')));
    });
  const noticeOf = (page: Page) => page.locator('noscript .notice').textContent();

  async function openWithoutScripts(who: keyof typeof people): Promise<Page> {
    const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
    await setPageCookie(context, people[who].token);
    return context.newPage();
  }

  it.each(names)('%s: is for the person of the cookie alone, and not to be stored', async (name) => {
    const { who, path, content } = pages[name];
    const read = async (cookie?: string) => {
      const response = await fetch(`${product.url}${path}`, { headers: cookie ? { cookie } : {} });
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('vary')).toMatch(/\bCookie\b/);
      return response.text();
    };
    expect(await read(await cookieOf(people[who]))).toContain(content);
    const others = Object.entries(people).filter(([other]) => other !== who);
    // Everybody has a form of their own at the address of a new request.
    for (const [, person] of name === 'edit' ? [] : others)
      expect(await read(await cookieOf(person))).not.toContain(content);
    expect(await read()).not.toContain(content);
  });

  it.each(names)('%s: costs the statements of its calls, but finds the person once', async (name) => {
    const { who, path, calls } = pages[name];
    const cookie = await cookieOf(people[who]);
    const view = async () => (await fetch(`${product.url}${path}`, { headers: { cookie } })).text();
    await view();
    const rendered = await recordStatements(view);
    const called = await recordStatements(async () => {
      for (const [endpoint, sent] of calls)
        expect((await callApi(product.url, endpoint, sent as never, people[who].token)).status).toBe(200);
    });
    // The profile is found with its person, by one statement.
    const lookups = calls.filter(([call]) => call.auth !== 'public' && call !== getProfile).length;
    expect(rendered.length).toBe(called.length - Math.max(0, lookups - 1));
  });

  it.each(names)('%s: is hydrated as it came, without another read', async (name) => {
    const { who, path } = pages[name];
    const { page, context, problems } = await open(who);
    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const isRead = request.method() === 'GET' && request.resourceType() !== 'image';
      if (isRead && pathname.startsWith('/api/')) reads.push(pathname);
    });
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const asItCame = [...document.querySelectorAll('astro-island :is(h1, h2, h3, p, input)')];
        Object.assign(globalThis, { asItCame });
      });
    });
    await page.goto(path);
    await isHydrated(page);
    const kept = await page.evaluate(() =>
      (globalThis as never as { asItCame: Element[] }).asItCame.map(({ isConnected }) => isConnected),
    );
    expect(kept.length).toBeGreaterThan(3);
    expect(kept).not.toContain(false);
    expect(problems).toEqual([]);
    expect(reads.filter((path) => path !== '/api/dashboard/changes')).toEqual([]);
    await context.close();
  });

  it('without scripts, a sponsor reads the listing, opens a request, and goes back', async () => {
    const page = await openWithoutScripts('grace');
    await page.goto('/help-learner');
    expect(await noticeOf(page)).toContain('Forms and buttons on this page work with JavaScript');
    await page.getByRole('link', { name: /^Sponsor Ada/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Ada Obi' });
    await dialog.getByText('Why I need this course:').waitFor();
    await dialog.getByRole('link', { name: 'See other learners' }).click();
    await page.getByText('1 open request').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel('Keyword').fill('nothing like it');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('No request matches').waitFor();
  });

  it('without scripts, a learner reads what a request says, and why the listing is not for learners', async () => {
    const page = await openWithoutScripts('ada');
    await page.goto(pages.edit.path);
    expect(await noticeOf(page)).toContain('Forms and buttons on this page work with JavaScript');
    expect(await page.getByLabel('Course title').inputValue()).not.toBe('');
    await page.goto('/help-learner');
    await page.getByRole('heading', { name: 'This page is for sponsors' }).waitFor();
    expect(await page.locator('noscript').count()).toBe(0);
  });

  it('shows no name at any time while names and photos are off', async () => {
    const { page, context } = await open('grace');
    await page.goto('/help-learner');
    await isHydrated(page);
    await page.getByLabel('Names and photos off').check();
    await page.getByRole('link', { name: /^Sponsor for/ }).waitFor();
    const cookies = await context.cookies();
    expect(cookies.find(({ name }) => name === fairBrowsingCookieName)?.value).toBe('on');
    for (const path of [pages.listing.path, pages.request.path]) {
      const response = await page.goto(path);
      expect(await response?.text()).not.toContain('Ada');
      await isHydrated(page);
      expect(await page.getByLabel('Names and photos off').isChecked()).toBe(true);
    }
    await context.close();
  });

  /** Holds the scripts of the next page until `release` is called. */
  async function holdScripts(page: Page) {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/_astro/*.js', async (route) => {
      await promise;
      await route.continue();
    });
    return release;
  }

  it('keeps what was typed before the form was hydrated', async () => {
    const { page, context } = await open('ben');
    const release = await holdScripts(page);
    await page.goto('/help', { waitUntil: 'commit' });
    await page.getByLabel('Course title').fill('Beekeeping');
    await page.getByLabel('Why do you need this course?').fill('Bees.');
    await page.getByRole('radio', { name: /^Send me an enrolment code/ }).check();
    await page.getByRole('checkbox', { name: /^Public/ }).check();
    release();
    await isHydrated(page);
    await page.getByLabel('Platform', { exact: true }).fill('Coursera');
    expect(await page.getByLabel('Course title').inputValue()).toBe('Beekeeping');
    expect(await page.getByLabel('Why do you need this course?').inputValue()).toBe('Bees.');
    expect(await page.getByRole('checkbox', { name: /^Public/ }).isChecked()).toBe(true);
    await soon(async () => (await storedDraft(page))?.course.courseTitle).toBe('Beekeeping');
    expect((await storedDraft(page))?.isPublic).toBe(true);
    await context.close();
  });

  it('stays in the field that has the focus, also where the browser accepts another language than its own', async () => {
    const { page, context } = await open('ben', { extraHTTPHeaders: { 'accept-language': 'fr-FR' } });
    const release = await holdScripts(page);
    await page.goto('/help', { waitUntil: 'commit' });
    await page.getByLabel('Course title').focus();
    release();
    await isHydrated(page);
    await page.keyboard.type('Beekeeping');
    expect(await page.getByLabel('Course title').inputValue()).toBe('Beekeeping');
    await context.close();
  });

  it('shows a stored draft at once, and no empty form before it', async () => {
    const { page, context } = await open('ben');
    await page.goto('/help');
    await isHydrated(page);
    await page.getByLabel('Course title').fill('Beekeeping');
    await soon(async () => (await storedDraft(page))?.course.courseTitle).toBe('Beekeeping');
    const release = await holdScripts(page);
    await page.goto('/help', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByLabel('Course title').isVisible()).toBe(false);
    release();
    await page.getByLabel('Course title').waitFor();
    expect(await page.getByLabel('Course title').inputValue()).toBe('Beekeeping');
    expect((await storedDraft(page))?.course.courseTitle).toBe('Beekeeping');
    await context.close();
  });

  function storedDraft(
    page: Page,
  ): Promise<{ course: { courseTitle: string }; isPublic: boolean } | undefined> {
    return page.evaluate((prefix) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith(prefix));
      return key && JSON.parse(localStorage.getItem(key) ?? '');
    }, storageKeys.helpDraft);
  }
});
