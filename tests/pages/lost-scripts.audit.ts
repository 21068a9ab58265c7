import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailCopy } from '#src/areas/accounts/mail/mail.copy.ts';
import { lostCopy } from '#src/browser/lost.copy.ts';
import { sitePages } from '../chunks/chunk-pages.ts';
import { type Chunk, type LoadedPage, loadPage, nameOf } from '../chunks/chunks-of-page.ts';
import { type Loss, openWithout, shortenLimits } from '../chunks/lose-chunk.ts';
import type { Person } from '../support/browser/browser.ts';
import { inBatches } from '../support/in-batches.ts';
import { openSite, type Site } from '../support/pages/site.ts';
import { longMs } from '../support/vitest/limits.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();

const kinds = ['entry', 'shared', 'lazy'] as const;
const losses: readonly Loss[] = ['aborted', 'stalled'];

// They mostly wait.
const atOnce = 6;

describe('a page that loses a script', needs(chromium), () => {
  let site: Site;
  let person: Person;
  let page: Page;
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    person = await site.open('visitor');
    page = person.page;
  });
  afterEach(() => person.context.close());

  it('says so on every other page, for each kind of script', { timeout: longMs }, async () => {
    // `npm run test:chunks` loses every script of each.
    const sample = sitePages(site).filter((_, index) => index % 2 === 0);
    const pages = await inBatches(sample, atOnce, loadPage);
    // Both losses on every page, and of every kind on every other page.
    const cases = pages.flatMap((loaded, page) =>
      oneOfEachKind(loaded).map((chunk, kind) => ({
        loaded,
        chunk,
        loss: losses[(page + kind) % 2] as Loss,
      })),
    );
    const failures = await inBatches(
      cases.toSorted((a, b) => a.loss.localeCompare(b.loss)),
      atOnce,
      async ({ loaded, chunk, loss }) => {
        const lost = await openWithout(loaded, chunk, loss, shortenLimits);
        const { what } = await lost.shown();
        await lost.page.context().close();
        return what === undefined && `${loaded.path} of a ${loaded.who} without ${nameOf(chunk)}, ${loss}`;
      },
    );
    expect(failures.filter(Boolean)).toEqual([]);
  });

  it.each([
    ['visitor', '/user-auth', 'AuthTabs', 'aborted'],
    ['visitor', '/user-auth', 'mount-island', 'stalled'],
    ['visitor', '/', 'Layout.astro script 0', 'aborted'],
    ['learner', '/dashboard', 'LearnerView', 'stalled'],
    ['sponsor', '/dashboard', 'SponsorView', 'aborted'],
  ] as const)('can be loaded again: %s on %s without %s, %s', async (who, path, name, loss) => {
    const open = async () => (await site.open(who)).page;
    const loaded = await loadPage({ who, path, open });
    const chunk = loaded.chunks.find((script) => nameOf(script) === name);
    if (!chunk) throw new Error(`${path} has no script ${name}`);
    const lost = await openWithout(loaded, chunk, loss, shortenLimits);
    await lost.shown();
    lost.find();
    await lost.again.click();
    await lost.again.waitFor({ state: 'hidden' });
    await lost.page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
    await lost.page.context().close();
  });

  it('no longer says so when the script arrives', async () => {
    const script = '**/_astro/Layout.astro*.*.js*';
    await shortenLimits(page);
    await page.route(script, () => undefined);
    await page.goto('/', { waitUntil: 'commit' });
    const again = page.getByRole('button', { name: lostCopy.again });
    await again.waitFor();
    await page.unroute(script);
    await again.waitFor({ state: 'hidden' });
  });

  it('keeps what was typed when it is loaded again, without passwords', async () => {
    await page.goto('/user-auth');
    const form = page.getByRole('tabpanel', { name: 'Sign in' });
    await form.getByLabel('Email').fill('ada@people.example');
    await form.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.evaluate(() => {
      document.documentElement.dataset.lost = '';
    });
    await page.getByRole('button', { name: lostCopy.again }).click();
    await page.waitForFunction(() => document.documentElement.dataset.lost === undefined);
    await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
    expect(await form.getByLabel('Email').inputValue()).toBe('ada@people.example');
    expect(await form.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  });

  it('unsubscribing says that it could not be reached, and can be tried again', async () => {
    const calls = '**/_astro/mail-topic-calls.*.js*';
    const path = site.pages.find((listed) => listed.path.startsWith('/mail-topic?'))?.path ?? '';
    await page.route(calls, (route) => route.abort());
    await page.goto(path);
    await page.getByText(mailCopy.lost).waitFor();
    await page.unroute(calls);
    await page.getByRole('button', { name: mailCopy.retry }).click();
    await page.getByRole('button', { name: mailCopy.switchOff }).waitFor();
  });
});

function oneOfEachKind({ chunks }: LoadedPage): Chunk[] {
  const ordered = chunks.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
  return kinds.flatMap((kind) => ordered.find((chunk) => chunk.kind === kind) ?? []);
}
