import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/browser/browser.ts';
import { openAtRest } from '../support/browser/open-at-rest.ts';
import { analyseThemes, findBarriersInThemes, findColourBarriers } from '../support/pages/find-barriers.ts';
import { openSite, type Site, type Visitor } from '../support/pages/site.ts';
import { longMs } from '../support/vitest/limits.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();
// Every page, several times: slow machines need longer than a single way through the product.
const widths = { telephone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const;
type Width = keyof typeof widths;
const kinds = (['telephone', 'desktop'] as const).map((width) => ({ width }));

describe('what axe finds', { ...needs(chromium), timeout: longMs }, () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
  });
  afterAll(() => site?.close());

  // Opening a browser context costs as much as a page: states of the same visitor and width share one.
  const people = new Map<string, Promise<Person>>();
  const personOf = (who: Visitor, width: Width) => {
    const key = `${who} ${width}`;
    const person = people.get(key) ?? site.open(who, { viewport: widths[width] });
    people.set(key, person);
    return person;
  };

  /** Opens a page in its first state. What is stored for the signed-in is their session. */
  async function open(path: string, { who = 'visitor', width }: { who?: Visitor; width: Width }) {
    const { page } = await personOf(who, width);
    await page.evaluate((isVisitor) => {
      if (location.protocol === 'about:') return;
      sessionStorage.clear();
      if (isVisitor) localStorage.clear();
    }, who === 'visitor');
    // Another page in between: a page with a new fragment alone would not be loaded again.
    await page.goto('about:blank');
    await openAtRest(page, path);
    return page;
  }
  const menu = (page: Page) => page.getByRole('navigation').first();

  it('is nothing with the menu open', async () => {
    const barriers: string[] = [];
    for (const who of ['visitor', 'learner'] as const) {
      const page = await open('/', { who, width: 'telephone' });
      await menu(page).getByText('Menu', { exact: true }).click();
      barriers.push(...(await findBarriersInThemes(page, `menu open, ${who}`)));
    }
    const page = await open('/', { width: 'desktop' });
    for (const name of ['Programs', 'Community']) {
      await menu(page).getByText(name, { exact: true }).first().click();
      barriers.push(...(await findBarriersInThemes(page, `${name} open`, 'nav')));
    }
    expect(barriers).toEqual([]);
  });

  it.each(kinds)(
    'is nothing on home with an answer open, on the Sponsor tab and with a wrong address, $width',
    async ({ width }) => {
      const page = await open('/', { width });
      await page.locator('#faqs summary').first().click();
      await page.getByRole('tab', { name: /sponsor/i }).click();
      const form = page.getByRole('region', { name: /news/i });
      await form.getByLabel(/email/i).fill('not an address');
      await form.getByRole('button').first().click();
      await page.getByText('Please enter a valid email address.').first().waitFor();
      expect(await findBarriersInThemes(page, `home, all open, ${width}`)).toEqual([]);
    },
  );

  it.each(kinds)(
    'is nothing on the sign-up tab, empty and with its mistakes shown, $width',
    async ({ width }) => {
      const page = await open('/user-auth', { width });
      await page.getByRole('tab', { name: 'Sign up' }).click();
      const empty = await findBarriersInThemes(page, `sign-up, ${width}`);
      await page.getByRole('button', { name: 'Create my account' }).click();
      await page.getByText('First name is required.').first().waitFor();
      expect([...empty, ...(await findBarriersInThemes(page, `mistakes, ${width}`, 'main'))]).toEqual([]);
    },
  );

  it.each(kinds)('is nothing in the learner’s dialog, $width', async ({ width }) => {
    const page = await open('/help-learner', { who: 'sponsor', width });
    await page.getByRole('link', { name: 'Sponsor Ada' }).first().click();
    await page.getByRole('dialog').getByText('Why I need this course:').waitFor();
    expect(await findBarriersInThemes(page, `dialog open, ${width}`)).toEqual([]);
  });

  it('is the same when a theme was chosen by hand', async () => {
    const page = await open('/', { width: 'desktop' });
    for (const theme of ['Dark', 'Light']) {
      await page.getByRole('radio', { name: theme }).check({ force: true });
      // The other theme than the system's: elements and rules are those of the page as it opens.
      await page.emulateMedia({ colorScheme: theme === 'Dark' ? 'light' : 'dark', reducedMotion: 'reduce' });
      await page.reload({ waitUntil: 'networkidle' });
      expect(await page.getByRole('radio', { name: theme }).isChecked()).toBe(true);
      expect(await findColourBarriers(page, `${theme} chosen`)).toEqual([]);
    }
  });

  it('is found while something moves that is not laid out', async () => {
    const page = await open('/', { width: 'telephone' });
    const heading = page.locator('#newsletter-title');
    await heading.evaluate((element) => element.animate({ opacity: [1, 0.9] }, 1_000).play());
    expect(await findBarriersInThemes(page, 'movement below the screen', 'nav')).toEqual([]);
  });

  it('is something when something is wrong, also in one theme alone', async () => {
    const page = await open('/terms.html', { width: 'desktop' });
    const look = (about: string) => analyseThemes(page, about);
    // The pages' policy forbids style elements.
    const style = (css: string) =>
      page.evaluate((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
      }, css);
    await style('@media (prefers-color-scheme: dark) { main p { color: #222 !important } }');
    const pale = await look('pale');
    expect(pale.filter((barrier) => !barrier.includes('dark: color-contrast'))).toEqual([]);
    expect(pale).not.toEqual([]);

    await style('');
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
    expect((await look('spoilt')).join()).toContain('light: button-name');

    await style('@media (prefers-color-scheme: light) { main > button { display: none } }');
    const added = await look('added');
    expect(added.map((barrier) => barrier.match(/(light|dark): \S+/)?.[0])).toContain('dark: button-name,');
    expect(added.join()).not.toContain('light: button-name');
  });
});
