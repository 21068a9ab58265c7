import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailCopy } from '#src/areas/accounts/mail/mail.copy.ts';
import { lostCopy } from '#src/browser/lost.copy.ts';
import type { Person } from '../support/browser/browser.ts';
import { inBatches } from '../support/in-batches.ts';
import { openSite, type Site, type Visitor } from '../support/pages/site.ts';
import { casesToRun } from '../support/vitest/extent.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();

interface LostScript {
  who: Visitor;
  path: string;
  /** Address of the lost script, as a pattern of Playwright. */
  script: string;
}

const island = (who: Visitor, path: string, name: string): LostScript => ({
  ...{ who, path },
  script: `**/_astro/${name}.*.js*`,
});
const lostScripts = [
  island('visitor', '/user-auth', 'AuthTabs'),
  island('visitor', '/user-auth', 'mount-island'),
  island('learner', '/dashboard', 'Dashboard'),
  island('learner', '/help', 'HelpPage'),
  island('sponsor', '/help-learner', 'ListingForRole'),
  island('visitor', '/explore', 'Catalogue'),
  island('visitor', '/coming-soon', 'WaitlistForm.astro*'),
  island('visitor', '/', 'Layout.astro*'),
  // Loaded by the page later.
  island('learner', '/dashboard', 'LearnerView'),
  island('sponsor', '/dashboard', 'SponsorView'),
];
const losses = {
  aborted: (route: Route) => route.abort(),
  stalled: () => undefined,
};
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

  it.each(['aborted', 'stalled'] as const)('says so and can be loaded again: %s', async (how) => {
    const cases = casesToRun(lostScripts, ({ path, script }) => `${script} of ${path} ${how}`);
    // They mostly wait.
    const failures = await inBatches(cases, 5, (lost) =>
      loseAndLoadAgain(lost, losses[how]).catch((error) => `${lost.script} of ${lost.path}: ${error}`),
    );
    expect(failures.filter(Boolean)).toEqual([]);
  });
  async function loseAndLoadAgain({ who, path, script }: LostScript, lose: (route: Route) => unknown) {
    const { context, page: hers } = await site.open(who);
    let isLost = true;
    // Without a route, what is stalled would arrive.
    await hers.route(script, (route) => (isLost ? lose(route) : route.continue()));
    // A stalled script delays the load event for ever.
    await hers.goto(path, { waitUntil: 'commit' });
    const again = hers.getByRole('button', { name: /^(Load the page again|Try again)$/ });
    await again.first().waitFor();
    isLost = false;
    await again.first().click();
    await again.first().waitFor({ state: 'hidden' });
    await hers.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
    await context.close();
  }

  it('no longer says so when the script arrives', async () => {
    const script = '**/_astro/Layout.astro*.*.js*';
    await page.route(script, losses.stalled);
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
    const path = site.pages.find((one) => one.path.startsWith('/mail-topic?'))?.path ?? '';
    await page.route(calls, losses.aborted);
    await page.goto(path);
    await page.getByText(mailCopy.lost).waitFor();
    await page.unroute(calls);
    await page.getByRole('button', { name: mailCopy.retry }).click();
    await page.getByRole('button', { name: mailCopy.switchOff }).waitFor();
  });
});
