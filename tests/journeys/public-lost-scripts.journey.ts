import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailCopy } from '#src/areas/accounts/mail/mail.copy.ts';
import { lostCopy } from '#src/browser/lost.copy.ts';
import type { Person } from '../support/browser/browser.ts';
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
const cases = lostScripts.flatMap((lost) =>
  (['aborted', 'stalled'] as const).map((how) => ({ ...lost, how, name: `${lost.script} of ${lost.path}` })),
);

describe('a page that loses a script', needs(chromium), () => {
  let site: Site;
  let person: Person;
  let page: Page;
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
  });
  afterAll(() => site?.close());
  const open = async (who: Visitor) => {
    person = await site.open(who);
    page = person.page;
  };
  beforeEach(() => open('visitor'));
  afterEach(() => person.context.close());

  it.each(casesToRun(cases, ({ name, how }) => `${name} ${how}`, 0.1))(
    'says so and can be loaded again: $name, $how',
    async ({ who, path, script, how }) => {
      await person.context.close();
      await open(who);
      let isLost = true;
      // Without a route, what is stalled would arrive.
      await page.route(script, (route) => (isLost ? losses[how](route) : route.continue()));
      // A stalled script delays the load event for ever.
      await page.goto(path, { waitUntil: 'commit' });
      const again = page.getByRole('button', { name: /^(Load the page again|Try again)$/ });
      await again.first().waitFor();
      isLost = false;
      await again.first().click();
      await again.first().waitFor({ state: 'hidden' });
      await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
    },
  );

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
