import { signIn } from '#contracts/accounts/sign-in.ts';
import { sampleSignIns } from '#services/seed/seed.ts';
import { storageKeys } from '#src/browser/storage.ts';
import { openBrowserAtFullSpeed } from '#tests/support/browser/browser.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { freePortTriple, startProduct, temporaryDataDir } from '#tests/support/product/start-product.ts';
import { requireChromium } from '#tests/support/vitest/requirements.ts';
import { atMost } from '../core/limits.ts';
import type { Context, Goal, Scenario } from '../core/scenario.ts';
import { type SlowPage, type SlowView, viewOnSlowPhone } from '../load/slow-phone.ts';

/** "Good" by the Core Web Vitals (web.dev/articles/vitals and web.dev/articles/fcp), and goal 10 for long tasks. */
const figures: readonly [key: keyof SlowView, what: string, mostMs: number][] = [
  ['firstPaintMs', 'first contentful paint', 1_800],
  ['largestPaintMs', 'largest contentful paint', 2_500],
  ['longestTaskMs', 'longest task after the first paint', 100],
  ['interactionMs', 'longest time from an input to the next paint', 200],
];

const pages: readonly (SlowPage & { role?: 'learner' | 'sponsor' })[] = [
  {
    path: '/',
    complete: '.accordion summary',
    interact: (page) => page.locator('.accordion summary').first().tap(),
  },
  {
    path: '/explore',
    complete: 'astro-island:not([ssr])',
    async interact(page) {
      await page.getByLabel('Search for a course').pressSequentially('data');
      await page.getByRole('link', { name: 'Rating', exact: true }).tap();
    },
  },
  {
    path: '/help-learner',
    role: 'sponsor',
    complete: 'main article, main li.card',
    async interact(page) {
      await page.getByRole('searchbox').pressSequentially('data');
      await page.locator('main').getByRole('button').first().tap();
    },
  },
  {
    path: '/dashboard',
    role: 'learner',
    complete: 'main h2',
    interact: (page) => page.locator('main').getByRole('button').first().tap(),
  },
];

const idOf = (path: string, key: keyof SlowView) => `10 ${path} ${key}`;

/** Goal 10 on slow phones: paints, long tasks and interactions of four screens with sample data. */
export const slowPhones: Scenario = {
  name: 'slow-phones',
  goals: pages.flatMap(({ path }) =>
    figures.map(
      ([key, what, mostMs]): Goal => ({
        id: idOf(path, key),
        what: `${path} with CPU ÷ 4 and slow 4G: ${what}, ms`,
        limit: atMost(mostMs),
      }),
    ),
  ),
  seconds: 150,
  async run(context) {
    const chromium = requireChromium();
    if (!chromium.path) throw new Error(chromium.missing);
    const url = await startSample(context);
    const stored = { learner: await sessionOf(url, 'learner'), sponsor: await sessionOf(url, 'sponsor') };
    const browser = await openBrowserAtFullSpeed(chromium.path);
    context.defer(() => browser.close());
    const views = new Map<string, SlowView[]>(pages.map(({ path }) => [path, []]));
    // The first round warms up the server.
    for (let round = 0; round <= context.rounds; round += 1) {
      context.round(round, context.rounds);
      for (const page of pages) {
        const view = await viewOnSlowPhone(browser, url, page, page.role ? stored[page.role] : {});
        if (round > 0) views.get(page.path)?.push(view);
      }
    }
    return pages.flatMap(({ path }) =>
      figures.map(([key]) => ({
        goal: idOf(path, key),
        values: (views.get(path) ?? []).map((view) => view[key]),
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

async function sessionOf(url: string, role: 'learner' | 'sponsor'): Promise<Record<string, string>> {
  const sample = sampleSignIns().find((candidate) => candidate.role === role);
  if (!sample) throw new Error(`There is no sample ${role}.`);
  const { body } = await callApi(url, signIn, { body: { email: sample.email, password: sample.password } });
  const { token, firstName } = body.data;
  return { [storageKeys.token]: token, [storageKeys.role]: role, [storageKeys.firstName]: firstName };
}
