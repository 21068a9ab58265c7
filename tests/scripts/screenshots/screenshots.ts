import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { signIn } from '#contracts/accounts/accounts.ts';
import { listRequests } from '#contracts/requests/listing.ts';
import { sampleSignIns } from '#services/seed/seed.ts';
import { newPerson, openBrowser } from '#tests/support/browser/browser.ts';
import { openAtRest } from '#tests/support/browser/open-at-rest.ts';
import { inBatches } from '#tests/support/in-batches.ts';
import { signedIn } from '#tests/support/pages/site.ts';
import { type SignedIn, join as signUp } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { requireChromium } from '#tests/support/vitest/requirements.ts';
import { runCommand } from '../../../tools/run-command.ts';
import { withProduct } from '../with-product.ts';
import { describeGallery, type Shot } from './describe-gallery.ts';
import { type PageState, type ScreenshotPage, screenshotPages, type Visitor } from './screenshot-pages.ts';

const folder = '.screenshots';
const widths = { 390: 844, 1280: 900 } as const;
const themes = ['light', 'dark'] as const;

type People = Record<Visitor, SignedIn | undefined>;

/**
 * `npm run screenshots [-- URL [TEXT]]`: takes every page in two widths, both themes and its states into
 * `.screenshots`, with an `index.html` to review them. TEXT limits it to paths that contain it.
 */
async function takeScreenshots(given: string | undefined, only = ''): Promise<number> {
  const chromium = requireChromium();
  if (!chromium.path) return 1;
  const { path } = chromium;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await withProduct(given, async (url) => {
    const people = await signInPeople(url);
    const { body } = await callApi(url, listRequests, {}, people.sponsor?.token);
    const [request] = body.data;
    if (!request) throw new Error('The product has no open request: start it with sample data.');
    const pages = screenshotPages(request._id).filter((page) => page.path.includes(only));
    const browser = await openBrowser(path);
    const shots = await inBatches(pages, 2, (page) => takePage(browser, url, page, people));
    await browser.close();
    await writeFile(join(folder, 'index.html'), describeGallery(shots.flat()));
    process.stdout.write(`${shots.flat().length} screenshots; open ${folder}/index.html\n`);
  });
  return 0;
}

async function signInPeople(url: string): Promise<People> {
  return {
    visitor: undefined,
    learner: await signInSample(url, 'learner'),
    sponsor: await signInSample(url, 'sponsor'),
    'new learner': await signUp(url, 'learner', { fullName: 'Ada Obi' }),
    'new sponsor': await signUp(url, 'sponsor', { fullName: 'Grace Hall' }),
  };
}

async function signInSample(url: string, role: 'learner' | 'sponsor'): Promise<SignedIn> {
  const sample = sampleSignIns().find((one) => one.role === role);
  if (!sample) throw new Error(`There is no sample ${role}.`);
  const { email, password } = sample;
  const { body } = await callApi(url, signIn, { body: { email, password } });
  return { email, password, fullName: body.data.firstName, token: body.data.token };
}

async function takePage(
  browser: Browser,
  url: string,
  { path, visitor, states }: ScreenshotPage,
  people: People,
): Promise<Shot[]> {
  const shots: Shot[] = [];
  const role = visitor === 'visitor' ? 'visitor' : visitor.endsWith('learner') ? 'learner' : 'sponsor';
  for (const [width, height] of Object.entries(widths)) {
    for (const theme of themes) {
      const { context } = await newPerson(browser, url, {
        ...signedIn(url, role, people[visitor]),
        viewport: { width: Number(width), height },
        colorScheme: theme,
      });
      for (const state of states) {
        const file = `${fileName(path, visitor)}-${state}-${width}-${theme}.png`;
        await takeState(context, path, state, join(folder, file));
        shots.push({ page: `${path} (${visitor})`, state, width: Number(width), theme, file });
      }
      await context.close();
    }
  }
  process.stdout.write(`${path} (${visitor})\n`);
  return shots;
}

async function takeState(context: BrowserContext, path: string, state: PageState, file: string) {
  const page = await context.newPage();
  if (state === 'loading') await page.route('**/api/**', () => {});
  if (state === 'failed')
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: 503, json: { message: 'The service is busy. Please try again.' } }),
    );
  // A page whose calls wait never comes to rest.
  if (state === 'loading') await page.goto(path, { waitUntil: 'load' });
  else await openAtRest(page, path);
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
}

function fileName(path: string, visitor: Visitor): string {
  const name = path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home';
  return `${name.slice(0, 60)}-${visitor.replace(' ', '-')}`;
}

const [given, only] = process.argv.slice(2);
await runCommand(() => takeScreenshots(given || undefined, only));
