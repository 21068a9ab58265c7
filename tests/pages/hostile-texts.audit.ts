import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storageKeys } from '#src/browser/storage.ts';
import { patient } from '#tests/support/soon.ts';
import { sendHostileMails } from '../security/support/hostile/hostile-mails.ts';
import {
  findHostilePages,
  type HostilePage,
  type Reader,
} from '../security/support/hostile/hostile-pages.ts';
import { firstHostileText, hostileTexts, markOf } from '../security/support/hostile/hostile-texts.ts';
import { createHostileWorld, type HostileWorld } from '../security/support/hostile/hostile-world.ts';
import {
  readShownTexts,
  type ShownTexts,
  type TextWatch,
  watchTexts,
} from '../security/support/hostile/watch-texts.ts';
import { newPerson } from '../support/browser/browser.ts';
import { openAtRest } from '../support/browser/open-at-rest.ts';
import { closeContexts, shareBrowser } from '../support/browser/shared-browser.ts';
import { builtPages } from '../support/pages/built-pages.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import { longMs } from '../support/vitest/limits.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();
// Every page in one test: slow machines need longer than for a single path through the product.
// High, because some parts of a page load when they come into view.
const viewport = { width: 1280, height: 3200 };
// The narrowest one.
const telephone = { width: 320, height: 3200 };

interface Visit extends ShownTexts, HostilePage {
  status: number | undefined;
  problems: string[];
}

describe('texts that contain scripts', { ...needs(chromium), timeout: longMs }, () => {
  let product: TestProduct;
  let browser: Browser;
  let world: HostileWorld;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    world = await createHostileWorld(product);
    browser = await shareBrowser(chromium.path as string);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  it('are stored in every column that people or other systems fill; a new column is among them', () => {
    const { written, empty, unknown, texts } = world.columns;
    // An empty column needs a row in `createHostileWorld`, or a reason in `otherColumns`.
    expect({ empty, unknown }).toEqual({ empty: [], unknown: [] });
    expect(written.length).toBeGreaterThan(70);
    process.stdout.write(
      `${hostileTexts.length} hostile texts in ${texts} values of ${written.length} columns\n`,
    );
  });

  // ASVS 1.2.1, 1.2.3, 3.2.2
  it('run nowhere and are shown as they were typed, on every page of every role', async () => {
    const pages = await findHostilePages(product, world);
    const readers = ['visitor', 'learner', 'sponsor', 'operator'] as const;
    const results = await Promise.all(
      readers.map((reader) =>
        visitAs(
          reader,
          pages.filter((hostilePage) => hostilePage.reader === reader),
        ),
      ),
    );
    const visits = results.flatMap((result) => result.visits);
    const watches = results.map(({ watch }) => watch);
    process.stdout.write(`${visits.length} pages: ${describeFindings(watches, visits)}\n`);
    expect(watches).toEqual(readers.map(() => ({ executions: [], violations: [] })));
    expect(visits.filter(({ injected }) => injected.length > 0)).toEqual([]);
    expect(visits.filter(({ changed }) => changed.length > 0)).toEqual([]);
    const missing = visits.flatMap(({ reader, path, shows, columns }) =>
      shows
        .filter((column) => !columns.includes(column))
        .map((column) => `${reader} on ${path}: no ${column}`),
    );
    expect(missing).toEqual([]);
    // Chromium logs the status of a page that is not there or refused.
    const problems = visits.filter(({ status = 0, problems: all }) =>
      all.some((text) => status < 400 || !text.includes(`status of ${status}`)),
    );
    expect(problems).toEqual([]);
    expect(visits.filter(({ status = 500 }) => status >= 500)).toEqual([]);
  });

  // ASVS 1.2.1
  it('run in no mail, add neither headers nor recipients, and fit a narrow screen', async () => {
    const mails = Object.entries(await sendHostileMails(product));
    expect(mails.flatMap(([name, mail]) => (mail ? [] : [name]))).toEqual([]);
    const { context, page } = await newPerson(browser, product.url, { viewport: telephone });
    const watch = await watchTexts(context);
    const shown: (ShownTexts & { name: string })[] = [];
    const wrong: string[] = [];
    for (const [name, mail] of mails) {
      if (!mail) continue;
      await page.setContent(mail.html);
      const texts = await readShownTexts(page);
      shown.push({ name, ...texts });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > telephone.width) wrong.push(`${name}: ${width} px wide`);
      // As letters that a reader has enlarged.
      await page.setContent(mail.html.replaceAll('font-size:16px', 'font-size:26px'));
      const large = await page.evaluate(() => document.documentElement.scrollWidth);
      if (large > telephone.width) wrong.push(`${name}: ${large} px wide with large letters`);
      const { to, subject, headers, text } = mail;
      if (to.length !== 1 || 'bcc' in headers) wrong.push(`${name}: other recipients`);
      if (/\p{Cc}/u.test(subject + Object.values(headers).join('')))
        wrong.push(`${name}: line break in a header`);
      for (const column of texts.columns)
        if (!text.includes(`${markOf(column)}${firstHostileText}`))
          wrong.push(`${name}: no ${column} in its text`);
    }
    await context.close();
    process.stdout.write(`${mails.length} mails: ${describeFindings([watch], shown)}\n`);
    expect(watch).toEqual({ executions: [], violations: [] });
    expect(shown.filter(({ injected, changed }) => injected.length + changed.length > 0)).toEqual([]);
    expect(wrong).toEqual([]);
    expect(shown.filter(({ columns }) => columns.length > 0).length).toBeGreaterThan(30);
  });

  it('are counted where nothing escapes them', async () => {
    const { context, page } = await newPerson(browser, product.url);
    const watch = await watchTexts(context);
    await page.setContent(hostileTexts.join(' '));
    await expect.poll(() => watch.executions.length, patient).toBeGreaterThan(1);
    expect((await readShownTexts(page)).injected.length).toBeGreaterThan(1);
    await context.close();
  });

  /** Opens the pages one after the other in one tab of a context of their own. */
  async function visitAs(
    reader: Reader,
    pages: HostilePage[],
  ): Promise<{ visits: Visit[]; watch: TextWatch }> {
    const { context, page, problems } = await newPerson(browser, product.url, {
      viewport,
    });
    const watch = await watchTexts(context);
    const [name = '', value = ''] = world.cookie.split('=');
    if (reader === 'operator') await context.addCookies([{ name, value, url: product.url }]);
    const visits: Visit[] = [];
    let session: HostilePage['session'];
    for (const hostilePage of pages) {
      if (hostilePage.session && hostilePage.session !== session)
        await signIn(page, reader, hostilePage.session);
      session = hostilePage.session;
      problems.length = 0;
      const response = await openAtRest(page, hostilePage.path);
      const texts = await readShownTexts(page);
      visits.push({ ...hostilePage, ...texts, status: response?.status(), problems: [...problems] });
    }
    await context.close();
    return { visits, watch };
  }

  async function signIn(page: Page, reader: Reader, session: keyof HostileWorld['tokens']): Promise<void> {
    await page.goto('/terms.html');
    await page.evaluate((entries) => Object.assign(localStorage, entries), {
      [storageKeys.token]: world.tokens[session],
      [storageKeys.role]: reader,
      [storageKeys.firstName]: `${markOf('storage')}${firstHostileText}`,
    });
  }
});

/** One line about what was counted. */
function describeFindings(watches: TextWatch[], shown: ShownTexts[]): string {
  const sum = (counts: { length: number }[]) => counts.reduce((total, { length }) => total + length, 0);
  const columns = new Set(shown.flatMap((texts) => texts.columns));
  return [
    `texts of ${columns.size} columns shown ${sum(shown.map((texts) => texts.columns))} times`,
    `${sum(watches.map(({ executions }) => executions))} executions`,
    `${sum(watches.map(({ violations }) => violations))} violations of CSP and Trusted Types`,
    `${sum(shown.map(({ injected }) => injected))} added elements`,
  ].join(', ');
}
