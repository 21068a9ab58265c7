import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk } from '../support/browser/desk-page.ts';
import { openAtRest } from '../support/browser/open-at-rest.ts';
import { findOverflow, type Letters } from '../support/pages/find-overflow.ts';
import { openSite, type Site } from '../support/pages/site.ts';
import { joinDesk, type TestOperator } from '../support/people/operators.ts';
import { longMs } from '../support/vitest/limits.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();
// Every page in one test: slow machines need longer than for a single path through the product.

const wide = [640, 768, 1024, 1280, 1440];
const letters: Letters[] = [
  { fontPx: 16, widths: [320, ...wide] },
  { fontPx: 20, widths: [320, ...wide] },
  { fontPx: 24, widths: wide },
  { fontPx: 32, widths: wide },
  { fontPx: 16, widths: [320, 1280], isSpaced: true },
];
const deskPaths = [
  '/ops',
  '/ops/approvals',
  '/ops/money',
  '/ops/money?view=ledger',
  '/ops/catalogue',
  '/ops/people',
  '/ops/queues',
  '/ops/audit',
  '/ops/operators',
  '/ops/sign-in',
];

describe('a page adapted by a person', { ...needs(chromium), timeout: longMs }, () => {
  let site: Site;
  let operator: TestOperator;

  beforeAll(async () => {
    site = await openSite(chromium.path as string);
    operator = await joinDesk(site.product, 'lead', 'Ada Desk');
  });
  afterAll(() => site?.close());

  const faultsOf = async (page: Page, path: string) => {
    await openAtRest(page, path);
    const faults = await findOverflow(page, letters);
    return faults.map((fault) => `${path}: ${fault}`);
  };

  it('fit the window on every page', async () => {
    const faults: string[] = [];
    for (const [who, pages] of Map.groupBy(site.pages, (page) => page.who)) {
      const { context, page } = await site.open(who, { reducedMotion: 'reduce' });
      for (const { path } of pages) faults.push(...(await faultsOf(page, path)));
      await context.close();
    }
    expect(faults).toEqual([]);
  });

  it('fit the window on every page of the desk', async () => {
    const page = await openDesk(site.browser, site.product, operator);
    const faults: string[] = [];
    const paths = [...deskPaths, await casePath(page)];
    for (const path of paths) faults.push(...(await faultsOf(page, path)));
    await page.context().close();
    expect(faults).toEqual([]);
  });

  it('prints black on white and without navigation, with the dark theme too', async () => {
    const faults: string[] = [];
    const print = async (page: Page, path: string) => {
      await openAtRest(page, path);
      faults.push(...(await findPrintFaults(page)).map((fault) => `${path}: ${fault}`));
    };
    for (const { who, path } of site.pages.filter(({ path }) => /^\/(dashboard|payment-)/.test(path))) {
      const { context, page } = await site.open(who, { reducedMotion: 'reduce' });
      await print(page, path);
      await context.close();
    }
    const desk = await openDesk(site.browser, site.product, operator);
    await print(desk, await casePath(desk));
    await desk.context().close();
    expect(faults).toEqual([]);
  });
});

/** Returns the path of the first case of the inbox. */
async function casePath(desk: Page): Promise<string> {
  await desk.goto('/ops');
  return (await desk.locator('a[data-case]').first().getAttribute('href')) ?? '';
}

/** Returns one line for each text and surface that is not black on white on paper, and for each part that is only for screens. */
async function findPrintFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll('*')].filter((element) => element.checkVisibility());
    const faults = shown.flatMap((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      const name = `${element.localName}.${element.getAttribute('class') ?? ''}`;
      return [
        ...(element.matches('body > :is(nav, header, footer), .button') ? [`${name} is shown`] : []),
        ...(color === 'rgb(0, 0, 0)' ? [] : [`${name} is ${color}`]),
        // Without content: a mark of a step or legend.
        ...(backgroundColor === 'rgba(0, 0, 0, 0)' || element.matches(':empty')
          ? []
          : [`${name} is on ${backgroundColor}`]),
      ];
    });
    return [...(document.querySelector('main h1') ? [] : ['no heading']), ...faults];
  });
}
