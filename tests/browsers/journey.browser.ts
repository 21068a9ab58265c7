import { chromium as chromiumType } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '#contracts/durations.ts';
import { printTable } from '../../tools/print.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { openFirefox } from '../support/browser/drivers/firefox.ts';
import { drivePlaywright } from '../support/browser/drivers/playwright.ts';
import { openWebKit } from '../support/browser/drivers/webkit.ts';
import { fillIn } from '../support/browser/help-form.ts';
import type { JourneyBrowser, Visitor } from '../support/browser/journey-page.ts';
import { fetchChromium } from '../support/browser/old-chromium.ts';
import { mainHeading, openPayPage } from '../support/money/pay-page.ts';
import { builtPages } from '../support/pages/built-pages.ts';
import { signInHere } from '../support/people/account-steps.ts';
import { fileRequest, join, type SignedIn } from '../support/people/people.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import {
  needs,
  type Requirement,
  requireChromium,
  requireFirefox,
  requireWebKit,
} from '../support/vitest/requirements.ts';

// Those with which `@sparticuz/chromium` starts; contexts do not work with its `--single-process`.
const oldFlags = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--headless'];
const openOldChromium = async (path: string) =>
  drivePlaywright(await chromiumType.launch({ executablePath: path, args: oldFlags }));

interface TestedBrowser {
  name: string;
  find: () => Requirement | Promise<Requirement>;
  open: (path: string) => Promise<JourneyBrowser>;
}

const all: TestedBrowser[] = [
  { name: 'chromium-106', find: () => fetchChromium('106.0.2'), open: openOldChromium },
  { name: 'chromium-119', find: () => fetchChromium('119.0.2'), open: openOldChromium },
  { name: 'chromium-138', find: () => fetchChromium('138.0.2'), open: openOldChromium },
  { name: 'chromium', find: requireChromium, open: async (path) => drivePlaywright(await openBrowser(path)) },
  { name: 'firefox', find: requireFirefox, open: openFirefox },
  { name: 'webkit', find: requireWebKit, open: openWebKit },
];
// `BROWSERS=chromium-106,firefox` selects some.
const selected = process.env.BROWSERS?.split(',') ?? all.map(({ name }) => name);
const tested = await Promise.all(
  all
    .filter(({ name }) => selected.includes(name))
    .map(async (browser) => ({ ...browser, requirement: await browser.find() })),
);

const results = new Map<string, Map<string, string>>();
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

describe.each(tested)('$name', ({ name, requirement, open }) => {
  describe('learner and sponsor', needs(requirement), () => {
    let product: TestProduct;
    let browser: JourneyBrowser;
    let learner: SignedIn;
    let sponsor: SignedIn;
    let hers: Visitor['page'];
    let his: Visitor['page'];
    let sponsorVisit: Visitor;

    beforeAll(async () => {
      product = await startTestProduct({}, await builtPages());
      await product.startWorkers();
      browser = await open(requirement.path as string);
      learner = await join(product.url, 'learner', { fullName: 'Ada Obi' });
      sponsor = await join(product.url, 'sponsor', { fullName: 'Grace Hall' });
      hers = (await browser.newVisitor(product.url)).page;
      sponsorVisit = await browser.newVisitor(product.url);
      his = sponsorVisit.page;
    });
    afterAll(async () => {
      await browser?.close();
      await product?.close();
    });

    const step = (title: string, work: () => Promise<void>) =>
      it(title, async () => {
        const steps = results.get(name) ?? new Map<string, string>();
        results.set(name, steps.set(title, 'FAILED'));
        await work();
        expect(browser.problems).toEqual([]);
        steps.set(title, 'works');
      });

    step('sign in', async () => {
      for (const [page, { email, password }] of [
        [hers, learner],
        [his, sponsor],
      ] as const) {
        await page.goto('/user-auth');
        await signInHere(page, email, password);
      }
    });
    step('file a request', async () => {
      await hers.goto('/help');
      await fillIn(hers);
      await hers.getByLabel(/^Public/).check();
      await hers.getByRole('button', { name: 'SUBMIT' }).click();
      await hers.getByRole('heading', { name: 'Success' }).waitFor();
    });
    step('see it on the dashboard', async () => {
      await hers.goto('/dashboard');
      await hers.getByText('Machine Learning').first().waitFor();
    });
    step('list requests', async () => {
      await his.goto('/help-learner');
      await his
        .getByRole('link', { name: /^Sponsor Ada/ })
        .first()
        .waitFor();
    });
    step('ask for a meeting', async () => {
      await his.goto('/help-learner');
      await his.evaluate('void (window.open = () => null)');
      await his
        .getByRole('link', { name: /^Sponsor Ada/ })
        .first()
        .click();
      const dialog = his.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Sponsor', exact: true }).click();
      await dialog.getByRole('button', { name: /Meet the learner via virtual meeting/ }).click();
      await dialog.getByLabel('Date').fill(inDays(3));
      await dialog.getByLabel('Time', { exact: true }).fill('15:00');
      await dialog.getByRole('button', { name: 'Arrange the meeting' }).click();
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await his.getByRole('heading', { name: 'Meeting Scheduled!' }).waitFor();
    });
    step('pay', async () => {
      const id = await fileRequest(product.url, learner);
      await openPayPage(his, id);
      const pay = his.getByRole('button', { name: 'Pay for course' });
      const checkout = await sponsorVisit.openedBy(() => pay.click());
      await checkout.getByRole('button', { name: /^Pay/ }).click();
      await mainHeading(checkout, 'Successful Payment!');
    });
    step('see both on the dashboard of the sponsor', async () => {
      await his.goto('/dashboard');
      await his.getByText('Machine Learning').first().waitFor();
    });
    step('search courses', async () => {
      await his.goto('/explore?level=Beginner');
      await his.getByRole('heading', { level: 1 }).waitFor();
    });
  });
});

afterAll(() => {
  const steps = [...new Set([...results.values()].flatMap((times) => [...times.keys()]))];
  printTable(
    ['step', ...results.keys()],
    steps.map((title) => [title, ...[...results.values()].map((times) => times.get(title) ?? '')]),
  );
});
