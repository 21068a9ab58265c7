import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/browser.ts';
import { findBarriersInThemes } from '../support/find-barriers.ts';
import { openAtRest } from '../support/open-at-rest.ts';
import { requireChromium } from '../support/requirements.ts';
import { openSite, type Site, type Visitor } from '../support/site.ts';

const chromium = requireChromium();
// Every page, several times: slow machines need longer than a single way through the product.
const everyPageMs = 600_000;
const widths = { telephone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const;
type Width = keyof typeof widths;
const kinds = (['telephone', 'desktop'] as const).map((width) => ({ width }));

describe.skipIf(chromium.missing)('what axe finds', { timeout: everyPageMs }, () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
  });
  afterAll(() => site?.close());

  // Opening a browser context costs as much as a page: states of the same visitor and width share one.
  const people = new Map<string, Promise<Person>>();
  const personOf = (who: Visitor, width: Width) => {
    const key = `${who} ${width}`;
    const person = people.get(key) ?? site.open(who, { viewport: widths[width], reducedMotion: 'reduce' });
    people.set(key, person);
    return person;
  };

  /** Opens a page, brings it into a state, and looks at it in both themes. */
  async function look(
    path: string,
    { who = 'visitor', width }: { who?: Visitor; width: Width },
    state = 'as it opens',
    bring: (page: Page) => Promise<unknown> = async () => {},
  ): Promise<string[]> {
    const { page } = await personOf(who, width);
    // Another page in between: a page with a new fragment alone would not be loaded again.
    await page.goto('about:blank');
    await openAtRest(page, path);
    await bring(page);
    const barriers = await findBarriersInThemes(page, `${path}, ${state}, ${width}`);
    // A state lasts no longer than its look; what is stored for the signed-in is their session.
    await page.evaluate((isVisitor) => {
      sessionStorage.clear();
      if (isVisitor) localStorage.clear();
    }, who === 'visitor');
    return barriers;
  }

  it('is nothing with the menu open', async () => {
    expect([
      ...(await look('/', { width: 'telephone' }, 'menu open', (page) =>
        page.getByRole('navigation').first().getByText('Menu', { exact: true }).click(),
      )),
      ...(await look('/', { width: 'telephone', who: 'learner' }, 'menu open, signed in', (page) =>
        page.getByRole('navigation').first().getByText('Menu', { exact: true }).click(),
      )),
      ...(await look('/', { width: 'desktop' }, 'Programs open', (page) =>
        page.getByRole('navigation').first().getByText('Programs', { exact: true }).click(),
      )),
      ...(await look('/explore', { width: 'desktop' }, 'Community open', (page) =>
        page.getByRole('navigation').first().getByText('Community', { exact: true }).first().click(),
      )),
    ]).toEqual([]);
  });

  it.each(kinds)(
    'is nothing on home with an answer open, and on the Sponsor tab, $width',
    async ({ width }) => {
      expect([
        ...(await look('/', { width }, 'answer open', (page) =>
          page.locator('#faqs summary').first().click(),
        )),
        ...(await look('/', { width }, 'Sponsor tab', (page) =>
          page.getByRole('tab', { name: /sponsor/i }).click(),
        )),
        ...(await look('/', { width }, 'wrong address', async (page) => {
          const form = page.getByRole('region', { name: /news/i });
          await form.getByLabel(/email/i).fill('nobody');
          await form.getByRole('button').first().click();
          await page.getByText('Please enter a valid email address.').first().waitFor();
        })),
      ]).toEqual([]);
    },
  );

  it.each(kinds)(
    'is nothing on the sign-up tab, empty and with its mistakes shown, $width',
    async ({ width }) => {
      const signUp = (page: Page) => page.getByRole('tab', { name: 'Sign up' }).click();
      expect([
        ...(await look('/user-auth', { width }, 'sign-up', signUp)),
        ...(await look('/user-auth', { width }, 'mistakes', async (page) => {
          await signUp(page);
          await page.getByRole('button', { name: 'Create my account' }).click();
          await page.getByText('First name is required.').first().waitFor();
        })),
      ]).toEqual([]);
    },
  );

  it.each(kinds)('is nothing in the learner’s dialog, $width', async ({ width }) => {
    expect(
      await look('/help-learner', { who: 'sponsor', width }, 'dialog open', async (page) => {
        await page.getByRole('button', { name: 'Sponsor Ada' }).first().click();
        await page.getByRole('dialog').getByText('Why I need this course:').waitFor();
      }),
    ).toEqual([]);
  });

  it('is the same when a theme was chosen by hand', async () => {
    for (const theme of ['Dark', 'Light']) {
      const barriers = await look('/', { width: 'desktop' }, `${theme} chosen`, async (page) => {
        await page.getByRole('radio', { name: theme }).check({ force: true });
        await page.reload({ waitUntil: 'networkidle' });
        expect(await page.getByRole('radio', { name: theme }).isChecked()).toBe(true);
      });
      expect(barriers).toEqual([]);
    }
  });

  it('is something when something is wrong, also in one theme alone', async () => {
    const barriers = await look('/terms.html', { width: 'desktop' }, 'spoilt', (page) =>
      page.evaluate(() => document.querySelector('main')?.append(document.createElement('button'))),
    );
    expect(barriers.join()).toContain('light: button-name');

    // The pages' policy forbids style elements.
    const style = (page: Page, css: string) =>
      page.evaluate((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
      }, css);
    const pale = await look('/terms.html', { width: 'desktop' }, 'pale', (page) =>
      style(page, '@media (prefers-color-scheme: dark) { main p { color: #222 !important } }'),
    );
    expect(pale.filter((barrier) => !barrier.includes('dark: color-contrast'))).toEqual([]);
    expect(pale).not.toEqual([]);

    const added = await look('/terms.html', { width: 'desktop' }, 'added', async (page) => {
      await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
      await style(page, '@media (prefers-color-scheme: light) { main > button { display: none } }');
    });
    expect(added.map((barrier) => barrier.match(/(light|dark): \S+/)?.[0])).toContain('dark: button-name,');
    expect(added.join()).not.toContain('light: button-name');
  });
});
