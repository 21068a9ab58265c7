import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { courseRow, fillCatalogue } from '../../catalogue/fill-catalogue.ts';
import { newPerson } from '../../support/browser/browser.ts';
import { type CatalogueSite, openCatalogueSite } from '../../support/pages/catalogue-site.ts';
import { coursePage } from '../../support/pages/site-addresses.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const widths = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

describe('the first view of the catalogue', needs(chromium), () => {
  let site: CatalogueSite;
  beforeAll(async () => {
    site = await openCatalogueSite(chromium.path as string);
  });
  afterAll(() => site?.close());

  it('holds the courses as they come from the server, and may be kept for a while', async () => {
    const answer = await fetch(`${site.product.url}/explore?search=python`);
    const html = await answer.text();
    expect(
      html.match(/target="_blank" rel="nofollow ugc noopener noreferrer"[^>]*aria-label="View Course/g),
    ).toHaveLength(12);
    expect(html.match(/<h3 dir="auto"><a href="\/explore\//g)).toHaveLength(12);
    expect(Buffer.byteLength(html)).toBeLessThan(72_000);
    expect(html).not.toMatch(/class="[^"]*undefined/);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=300');
    expect((await fetch(`${site.product.url}/explore/no-such-course`)).headers.get('cache-control')).toBe(
      'no-store',
    );
  });

  it.each(widths)(
    'renders the server’s markup without layout shift or another request ($width px)',
    async (viewport) => {
      const { page, context, problems } = await newPerson(site.browser, site.product.url, {
        viewport,
        reducedMotion: 'no-preference',
      });
      const calls: string[] = [];
      page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
      await page.addInitScript(() => {
        const seen = { largest: '', shift: 0 };
        Object.assign(window, { seen });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[])
            seen.largest = entry.element?.textContent ?? '';
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            seen.shift += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const answer = await page.goto('/explore?level=Beginner', { waitUntil: 'networkidle' });
      await page.locator('astro-island:not([ssr])').waitFor({ state: 'attached' });
      const seen = await page.evaluate(
        () => (window as unknown as { seen: { largest: string; shift: number } }).seen,
      );
      const text = seen.largest.trim();
      expect(text.length).toBeGreaterThan(5);
      // The page itself may not parse HTML (Trusted Types).
      const blank = await context.newPage();
      const served = await blank.evaluate(
        (html) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '',
        (await answer?.text()) ?? '',
      );
      expect(served).toContain(text.slice(0, 40));
      expect(seen.shift).toBeLessThan(0.001);
      expect([calls, problems]).toEqual([[], []]);
      await context.close();
    },
  );

  it('shows the tools and a whole course on the first screen of a phone', async () => {
    const viewport = { width: 390, height: 844 };
    const { page, context } = await newPerson(site.browser, site.product.url, {
      viewport,
      reducedMotion: 'no-preference',
    });
    await page.goto('/explore');
    await page.getByLabel('Search for a course').waitFor();
    const cards = page.locator('main li.card');
    const top = (await cards.first().boundingBox())?.y ?? 0;
    // Which course is first depends on ratings, so that each of the page has to fit there.
    const heights = await cards.evaluateAll((all) =>
      all.map((card) => {
        (card as HTMLElement).style.contentVisibility = 'visible';
        return card.getBoundingClientRect().height;
      }),
    );
    expect(heights.length).toBe(12);
    expect(top + Math.max(...heights)).toBeLessThanOrEqual(viewport.height);
    await context.close();
  });

  it('lays out only the courses near the first screen, and the others when they are scrolled near', async () => {
    const { page, context } = await newPerson(site.browser, site.product.url, {
      viewport: { width: 390, height: 844 },
    });
    await page.goto('/explore');
    const last = page.locator('main li.card h3').last();
    const isLaidOut = () => last.evaluate((title) => title.checkVisibility({ contentVisibilityAuto: true }));
    expect(await isLaidOut()).toBe(false);
    await last.scrollIntoViewIfNeeded();
    await soon(isLaidOut).toBe(true);
    await context.close();
  });

  it('keeps what was typed before it woke up', async () => {
    const { page, context } = await newPerson(site.browser, site.product.url);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/_astro/Catalogue*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/explore');
    await page.getByLabel('Search for a course').fill('python');
    await page.getByRole('radio', { name: /^Advanced/ }).check({ force: true });
    letGo();
    await page.locator('astro-island:not([ssr])').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Apply Filters' }).click();
    await page.waitForURL('**/explore?search=python&level=Advanced');
    await context.close();
  });

  it('wakes up although the browser is never idle', async () => {
    const { page, context } = await newPerson(site.browser, site.product.url);
    await page.addInitScript(() => {
      const { port1, port2 } = new MessageChannel();
      port2.onmessage = () => {
        const endMs = performance.now() + 20;
        while (performance.now() < endMs);
        port1.postMessage(undefined);
      };
      port1.postMessage(undefined);
    });
    await page.goto('/explore');
    await page.locator('astro-island:not([ssr])').waitFor({ state: 'attached' });
    await context.close();
  });

  it('filters, sorts and turns pages without JavaScript', async () => {
    const { page, context } = await newPerson(site.browser, site.product.url, { javaScriptEnabled: false });
    await page.goto('/explore');
    expect(await page.getByRole('button', { name: /Save to Dashboard/ }).count()).toBe(0);
    await page.getByRole('radio', { name: /^Beginner/ }).check({ force: true });
    await page.getByRole('combobox', { name: 'Tags/Keywords' }).fill('programming');
    await page.getByRole('combobox', { name: 'Tags/Keywords' }).press('Enter');
    await page.waitForURL(/level=Beginner.*tags=programming/);
    const first = await page.getByRole('heading', { level: 3 }).allTextContents();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/page=2/);
    const second = await page.getByRole('heading', { level: 3 }).allTextContents();
    expect([first.length, first.filter((title) => second.includes(title))]).toEqual([12, []]);
    await page.getByRole('link', { name: 'Newest' }).click();
    await page.waitForURL(/level=Beginner&tags=programming&sort=newest$/);
    await page.getByRole('link', { name: 'Remove Beginner' }).click();
    await page.waitForURL(/explore\?tags=programming&sort=newest$/);
    await page.getByRole('heading', { level: 3 }).first().getByRole('link').click();
    await page.getByRole('heading', { name: 'At a glance' }).waitFor();
    await context.close();
  });

  it('keeps long names on the narrowest screen, and reads Arabic from the right', async () => {
    const long = 'a'.repeat(80);
    await fillCatalogue(site.product.db, [
      courseRow({ title: `Odd ${long}`, description: long, platform: long, tags: [long.slice(20)] }),
      courseRow({ title: 'مقدمة في C++.', description: 'Odd', platform: 'Odd' }),
    ]);
    const { page, context } = await newPerson(site.browser, site.product.url, {
      viewport: { width: 320, height: 640 },
    });
    const cutOff = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main, main li.card, main li.card *, main article *')]
          .filter((part) => {
            const box = part.closest('li.card')?.getBoundingClientRect().right ?? innerWidth;
            return !part.closest('svg') && part.getBoundingClientRect().right > box + 1;
          })
          .map((part) => part.outerHTML.slice(0, 80)),
      );
    await page.goto(`/explore?search=odd&platform=${long}&tags=${long.slice(20)}`);
    expect(await cutOff()).toEqual([]);
    await page.getByRole('heading', { level: 3 }).getByRole('link').click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await cutOff()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.goto('/explore?search=odd&platform=Odd');
    const title = page.getByRole('heading', { level: 3 });
    expect(await title.evaluate((heading) => getComputedStyle(heading).direction)).toBe('rtl');
    await context.close();
  });

  it('names a course to search engines with nothing but what is known, and lists it', async () => {
    const html = await (await fetch(`${site.product.url}${coursePage}`)).text();
    const [data] = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, text = '']) => JSON.parse(text),
    );
    expect(data).toMatchObject({ '@type': 'Course', name: 'Google Data Analytics Professional Certificate' });
    expect(data.offers).not.toHaveProperty('price');
    const sitemap = await (await fetch(`${site.product.url}/sitemap.xml`)).text();
    expect(sitemap).toContain(`${coursePage}</loc>`);
  });
});
