import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { filterCourses } from '#contracts/catalogue/catalogue.ts';
import { readStarterCatalogue } from '#services/catalogue/read-starter-catalogue.ts';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import { readings } from '../../support/browser/translation.ts';
import { type CatalogueSite, openCatalogueSite } from '../../support/pages/catalogue-site.ts';
import { patienceMs, soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

describe.each(readings)('searching for a course$how', needs(chromium), ({ isTranslated }) => {
  let site: CatalogueSite;
  let person: Person;
  let page: Page;
  let courses: Awaited<ReturnType<typeof readStarterCatalogue>>;
  beforeAll(async () => {
    courses = await readStarterCatalogue();
    site = await openCatalogueSite(chromium.path as string);
    person = await newPerson(site.browser, site.product.url, { isTranslated });
    page = person.page;
  });
  beforeEach(() => person.problems.splice(0));
  afterAll(() => site?.close());

  const cards = (on = page) =>
    on
      .getByRole('region', { name: 'Courses' })
      .getByRole('listitem')
      .filter({ has: on.getByRole('heading', { level: 3 }) });
  const titles = (on = page) => cards(on).getByRole('heading', { level: 3 }).allTextContents();
  const status = (on = page) => on.locator('section[aria-labelledby="results-title"] [role="status"]');
  const total = async (on = page) =>
    Number((await status(on).textContent())?.match(/^([\d,]+)/)?.[1]?.replace(',', ''));
  const address = () => decodeURIComponent(page.url().slice(site.product.url.length).replaceAll('+', ' '));
  /** Does what asks for another list, and waits for that list: React draws it later than the address changes. */
  const searching = async (ask: () => Promise<unknown>) => {
    const answer = page.waitForResponse((response) =>
      new URL(response.url()).pathname.endsWith(filterCourses.path),
    );
    await ask();
    await answer;
    await page.locator('section[aria-labelledby="results-title"][aria-busy="false"]').waitFor();
  };
  const open = async (path: string, on = page) => {
    await on.goto(path);
    await on.locator('astro-island:not([ssr])').waitFor({ state: 'attached' });
  };

  it('by keywords, and by each filter; Enter in the tags applies, too', async () => {
    await open('/explore');
    expect([await cards().count(), await total()]).toEqual([12, courses.length]);
    await page.getByLabel('Search for a course').fill('python');
    await searching(() => page.getByRole('button', { name: 'Search' }).click());
    const matching = await total();
    expect(matching).toBeLessThan(courses.length);

    await page.getByRole('radio', { name: /^Beginner/ }).check({ force: true });
    await page.getByRole('radio', { name: /^Free/ }).check({ force: true });
    await searching(() => page.getByRole('button', { name: 'Apply Filters' }).click());
    expect(address()).toBe('/explore?search=python&level=Beginner&status=Free');
    expect(await total()).toBeLessThan(matching);
    for (const card of await cards().all()) {
      expect(await card.textContent()).toMatch(/Free/);
      expect(await card.textContent()).toMatch(/Beginner|All levels/);
    }

    await searching(() => page.getByRole('link', { name: 'Clear all' }).first().click());
    expect([address(), await page.getByLabel('Search for a course').inputValue()]).toEqual(['/explore', '']);
    await page.getByLabel('Platform', { exact: true }).fill('Khan Academy');
    await searching(() => page.getByRole('button', { name: 'Apply Filters' }).click());
    expect(new Set((await cards().allTextContents()).map((text) => /Khan Academy/.test(text)))).toEqual(
      new Set([true]),
    );
    await searching(() => page.getByRole('link', { name: 'Remove Khan Academy' }).click());

    await page.getByRole('combobox', { name: 'Tags/Keywords' }).fill('sql');
    await searching(() => page.getByRole('combobox', { name: 'Tags/Keywords' }).press('Enter'));
    expect(address()).toBe('/explore?tags=sql');
    expect(await total()).toBe(courses.filter(({ tags }) => tags.includes('sql')).length);
    expect(person.problems).toEqual([]);
  });

  it('sees as many courses as a number beside a filter says', async () => {
    await open('/explore');
    const link = page.getByRole('navigation', { name: 'Narrow by Platform' }).getByRole('link').nth(2);
    const count = Number((await link.textContent())?.match(/\d+$/)?.[0]);
    await searching(() => link.click());
    expect([await total(), count > 0]).toEqual([count, true]);
    const boxes = await page
      .locator('.chip span')
      .evaluateAll((spans) => spans.filter((span) => getComputedStyle(span).borderStyle !== 'none').length);
    expect(boxes).toBe(await page.locator('.chip').count());
  });

  it('goes through the tags by keyboard alone', async () => {
    await open('/explore');
    const tags = page.getByRole('combobox', { name: 'Tags/Keywords' });
    await tags.focus();
    await page.keyboard.type('sta');
    const list = page.getByRole('listbox', { name: 'Tags that begin so' });
    await list.getByRole('option', { name: 'statistics' }).waitFor();
    // The list of the first letter has it too.
    await list.getByRole('option', { name: 'science' }).waitFor({ state: 'detached' });
    expect(await tags.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    await soon(async () => [await list.isVisible(), await tags.inputValue()]).toEqual([false, 'sta']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const marked = await tags.getAttribute('aria-activedescendant');
    expect(await page.locator(`#${marked}`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await soon(async () => [await tags.inputValue(), address()]).toEqual(['statistics', '/explore']);
    await page.keyboard.type(', pyt');
    await list.getByRole('option', { name: 'python' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await searching(() => page.keyboard.press('Enter'));
    expect(address()).toBe('/explore?tags=statistics, python');
    expect(await cards().count()).toBeGreaterThan(0);
  });

  it('goes to the last page and back, shares the address, and sees no course twice', async () => {
    await open('/explore?level=Beginner&sort=newest');
    const all = await total();
    const first = await titles();
    const pages = page.getByRole('navigation', { name: 'Pages of courses' });
    const numbers = () => pages.locator('li').allTextContents();
    const last = Math.ceil(all / 12);
    expect(await numbers()).toEqual(['1', '2', '3', '4', '5', '…', String(last)]);
    await searching(() => pages.getByRole('link', { name: `Page ${last}` }).click());
    await soon(async () => [await page.evaluate(() => scrollY), await cards().count()]).toEqual([
      0,
      all - 12 * (last - 1),
    ]);
    expect(await pages.getByRole('link', { name: 'Next' }).getAttribute('href')).toBeNull();
    expect((await numbers()).slice(0, 2)).toEqual(['1', '…']);
    await soon(() => page.title()).toBe(`Explore courses: Beginner, page ${last} · CourseLift`);
    await searching(() => pages.getByRole('link', { name: 'Previous' }).click());
    const shared = await titles();
    expect(address()).toBe(`/explore?level=Beginner&sort=newest&page=${last - 1}`);

    const friend = await newPerson(site.browser, site.product.url, { isTranslated });
    await friend.page.goto(page.url());
    expect(await titles(friend.page)).toEqual(shared);
    await friend.context.close();

    await page.goBack();
    await page.goBack();
    await soon(() => titles()).toEqual(first);
    expect(await page.title()).toBe('Explore courses: Beginner · CourseLift');
    expect(new Set([...first, ...shared]).size).toBe(24);
    await page.goForward();
    await page.goForward();
    await soon(() => titles()).toEqual(shared);
    expect(person.problems).toEqual([]);
  });

  it('shows corrected words, and suggestions when there are no results', async () => {
    await open('/explore?search=javascrpt');
    await page.getByText('Showing results for javascript').waitFor();
    expect((await titles()).join()).toMatch(/JavaScript/);
    await page.getByLabel('Search for a course').fill('curso de portugues');
    await searching(() => page.getByLabel('Search for a course').press('Enter'));
    await page.getByLabel('Search for a course').fill('qqxxzz');
    await page.getByLabel('Search for a course').press('Enter');
    await page
      .getByText('No courses found matching your criteria. Try adjusting your filters or search term.')
      .waitFor();
  });

  it('finds what a question is about, and otherwise a subject near to it', async () => {
    const search = async (text: string) => {
      await page.getByLabel('Search for a course').fill(text);
      await searching(() => page.getByLabel('Search for a course').press('Enter'));
    };
    await open('/explore');
    await search('how to speak english');
    await page.getByText('Showing results for english').waitFor();
    expect((await titles()).join()).toMatch(/English/);
    await search('welding');
    const subjects = page.getByRole('navigation', { name: 'Perhaps one of these subjects?' });
    await subjects.getByRole('link').nth(2).waitFor();
    const link = subjects.getByRole('link').first();
    const count = Number((await link.textContent())?.match(/\d+$/)?.[0]);
    await searching(() => link.click());
    expect([await total(), count > 0]).toEqual([count, true]);
    expect(person.problems).toEqual([]);
  });

  it('gets a page for any address', async () => {
    const odd = [
      'page=-1&limit=1e9',
      'level=Expert',
      `search=${'x'.repeat(10_240)}`,
      'search=%25_%27%22%5C',
      'tags=%00a',
      'search=%E0%A4%A',
      'page=99999999',
    ];
    for (const query of odd) {
      // Repeated, because a busy machine may exceed the time limit of a search once.
      await vi.waitFor(
        async () => {
          const answer = await fetch(`${site.product.url}/explore?${query}`);
          expect([query, answer.status, await answer.text()]).toEqual([
            query,
            200,
            expect.stringContaining('</html>'),
          ]);
        },
        { timeout: patienceMs, interval: 10 },
      );
    }
    const unknown = await fetch(`${site.product.url}/explore/no-such-course`);
    expect([unknown.status, await unknown.text()]).toEqual([
      404,
      expect.stringContaining('This course is not here'),
    ]);
  });
});
