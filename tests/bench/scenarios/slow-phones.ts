import type { Page } from 'playwright-core';
import { openBrowserAtFullSpeed } from '#tests/support/browser/browser.ts';
import { readSampleSite } from '#tests/support/pages/sample-site.ts';
import type { SitePage } from '#tests/support/pages/site.ts';
import { coursePage } from '#tests/support/pages/site-addresses.ts';
import { freePortTriple, startProduct, temporaryDataDir } from '#tests/support/product/start-product.ts';
import { requireChromium } from '#tests/support/vitest/requirements.ts';
import { atMost } from '../core/limits.ts';
import type { Context, Goal, Scenario } from '../core/scenario.ts';
import { type SlowView, viewOnSlowPhone } from '../load/slow-phone.ts';

/** What is measured, and the most that is allowed: "good" by the Core Web Vitals (web.dev/articles/vitals) or less. */
const figures: readonly [key: keyof SlowView, what: string, most?: number][] = [
  ['firstPaintMs', 'first contentful paint, ms'],
  ['largestPaintMs', 'largest contentful paint, ms', 2_500],
  ['longestTaskMs', 'longest task after the first paint, ms', 100],
  ['interactionMs', 'longest time from an input to the next paint, ms', 200],
  ['layoutShift', 'layout shift', 0.02],
];

interface PhonePage {
  /** Path, and the role where it has pages of both. */
  name: string;
  who: SitePage['who'];
  /** Beginning of the address. */
  path: string;
  /** What a person does first; by default presses the first button that is shown, or the heading where there is none. */
  interact?: (page: Page) => Promise<void>;
  largestPaintMs?: number;
}

async function press(page: Page): Promise<void> {
  const button = page.locator('main button:visible').first();
  await ((await button.count()) > 0 ? button : page.locator('main h1').first()).tap();
}
const type = (page: Page) => page.locator('main input:visible').first().pressSequentially('data');

const pages: readonly PhonePage[] = [
  {
    name: '/',
    who: 'visitor',
    path: '/',
    interact: (page) => page.locator('.accordion summary').first().tap(),
    largestPaintMs: 2_000,
  },
  {
    name: '/explore',
    who: 'visitor',
    path: '/explore',
    async interact(page) {
      await page.getByLabel('Search for a course').pressSequentially('data');
      await page.getByRole('link', { name: 'Rating', exact: true }).tap();
    },
    largestPaintMs: 2_000,
  },
  { name: 'a course', who: 'visitor', path: coursePage },
  { name: '/user-auth', who: 'visitor', path: '/user-auth', interact: type },
  { name: '/dashboard, learner', who: 'learner', path: '/dashboard' },
  { name: '/dashboard, sponsor', who: 'sponsor', path: '/dashboard' },
  { name: '/profile', who: 'learner', path: '/profile', interact: type },
  { name: '/help', who: 'learner', path: '/help', interact: type },
  {
    name: '/help-learner',
    who: 'sponsor',
    path: '/help-learner',
    interact: (page) => page.getByRole('searchbox').pressSequentially('data'),
  },
  { name: '/help-learner?request', who: 'sponsor', path: '/help-learner?request=', interact: pressDialog },
  { name: '/sponsor-status, meeting', who: 'sponsor', path: '/sponsor-status/?state=meet' },
  { name: '/sponsor-status, payment', who: 'sponsor', path: '/sponsor-status/?state=pay' },
  { name: '/payment-verification', who: 'sponsor', path: '/payment-verification/' },
];

function pressDialog(page: Page): Promise<void> {
  return page.getByRole('dialog').getByRole('button').first().tap();
}

const idOf = (name: string, key: keyof SlowView) => `12 ${name} ${key}`;

function goalOf({ name, largestPaintMs }: PhonePage, [key, what, most]: (typeof figures)[number]): Goal {
  const limit = (key === 'largestPaintMs' && largestPaintMs) || most;
  return {
    id: idOf(name, key),
    what: `${name}, CPU ÷ 4, 400 ms, 400 kbit/s: ${what}`,
    ...(limit && { limit: atMost(limit) }),
  };
}

/** Goal 12 on slow phones: paints, long tasks, interactions and shifts of pages with sample data, by HTTP/1.1. */
export const slowPhones: Scenario = {
  name: 'slow-phones',
  goals: pages.flatMap((page) => figures.map((figure) => goalOf(page, figure))),
  seconds: 900,
  async run(context) {
    const chromium = requireChromium();
    if (!chromium.path) throw new Error(chromium.missing);
    const site = await readSampleSite(await startSample(context));
    const browser = await openBrowserAtFullSpeed(chromium.path);
    context.defer(() => browser.close());
    const views = new Map<string, SlowView[]>(pages.map(({ name }) => [name, []]));
    // The first round warms up the server.
    for (let round = 0; round <= context.rounds; round += 1) {
      context.round(round, context.rounds);
      for (const { name, who, path, interact = press } of pages) {
        const opened = site.pages.find((page) => page.who === who && page.path.startsWith(path));
        if (!opened) throw new Error(`The sample product has no page ${path}`);
        const slow = { path: opened.path, interact };
        const view = await viewOnSlowPhone(browser, site.url, slow, site.optionsOf(who));
        if (round > 0) views.get(name)?.push(view);
      }
    }
    return pages.flatMap(({ name }) =>
      figures.map(([key]) => ({
        goal: idOf(name, key),
        values: (views.get(name) ?? []).map((view) => view[key]),
      })),
    );
  },
};

async function startSample(context: Context): Promise<string> {
  const data = await temporaryDataDir();
  context.defer(() => data.remove());
  const port = await freePortTriple();
  const product = startProduct({ DATA_DIR: data.path, PORT: String(port), LOG_LEVEL: 'error' });
  context.defer(() => {
    product.process.kill('SIGTERM');
    return product.ended;
  });
  await product.printed(/is ready/, 300_000);
  return `http://localhost:${port}`;
}
