import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import type { CaseKind } from '#contracts/cases/cases.ts';
import { listCases } from '#contracts/desk/desk-inbox.ts';
import { signInOperator } from '#contracts/desk/operators.ts';
import { listRequests } from '#contracts/requests/listing.ts';
import { totpCode } from '#services/desk/operators/second-factor.ts';
import { sampleOperatorSecret } from '#services/seed/sample-operators.ts';
import { newPerson, openBrowser, type PersonOptions } from '#tests/support/browser/browser.ts';
import { openAtRest } from '#tests/support/browser/open-at-rest.ts';
import { inBatches } from '#tests/support/in-batches.ts';
import { sampleOf, signInSample } from '#tests/support/pages/sample-site.ts';
import { signedIn } from '#tests/support/pages/site.ts';
import { callDesk, cookieOf } from '#tests/support/people/operators.ts';
import { type SignedIn, join as signUp } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { requireChromium } from '#tests/support/vitest/requirements.ts';
import { runCommand } from '../../../tools/run-command.ts';
import { withProduct } from '../with-product.ts';
import { describeGallery, type Shot } from './describe-gallery.ts';
import { deskScreens } from './desk-screens.ts';
import { flowScreens } from './flow-screens.ts';
import { moneyScreens } from './money-screens.ts';
import type { Screen, ScreenVisitor } from './screen.ts';
import { siteScreens } from './site-screens.ts';

const folder = '.screenshots';
const documented = 'docs/screenshots';
const widths = { 390: 844, 1280: 900 } as const;
const themes = ['light', 'dark'] as const;
const webp = { width: 900, quality: 70 } as const;

type State = 'ready' | 'loading' | 'failed';
/** The browser settings of each visitor, and the cookie of the operator. */
type Visitors = Record<ScreenVisitor, PersonOptions> & { cookie: string };

/**
 * `npm run screenshots [-- URL [TEXT]]`: takes every page of the site, the screens of the desk, and those of learners and
 * sponsors from the payment to the enrolment, in two widths and both themes into `.screenshots`, with an `index.html` to
 * review them, and those of docs/operations.md into `docs/screenshots`. TEXT limits it to names and paths that contain it.
 */
async function takeScreenshots(given: string | undefined, only = ''): Promise<number> {
  const chromium = requireChromium();
  if (!chromium.path) return 1;
  const { path } = chromium;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await withProduct(given, async (url) => {
    const sponsor = await signInSample(url, 'sponsor');
    const cookie = await signInSampleOperator(url);
    const screens = (await listScreens(url, sponsor, cookie)).filter(
      (screen) => screen.name.includes(only) || screen.path.includes(only),
    );
    const visitors = await signInVisitors(url, sponsor, cookie);
    const browser = await openBrowser(path);
    const shots = await inBatches(screens, 2, (screen) => takeScreen(browser, url, screen, visitors));
    await browser.close();
    await writeFile(join(folder, 'index.html'), describeGallery(shots.flat()));
    process.stdout.write(`${shots.flat().length} screenshots; open ${folder}/index.html\n`);
  });
  return 0;
}

async function listScreens(url: string, sponsor: SignedIn, cookie: string): Promise<Screen[]> {
  const { body: open } = await callApi(url, listRequests, {}, sponsor.token);
  const [request] = open.data;
  if (!request) throw new Error('The product has no open request: start it with sample data.');
  const { body } = await callDesk(url, listCases, { query: { limit: '500' } as object }, cookie);
  const caseOf = (kind: CaseKind) => body.data.cases.find((listed) => listed.kind === kind)?.id;
  return [...siteScreens(request._id), ...deskScreens(caseOf), ...moneyScreens(caseOf), ...flowScreens];
}

async function signInVisitors(url: string, sponsor: SignedIn, cookie: string): Promise<Visitors> {
  const newLearner = await signUp(url, 'learner', { fullName: 'Ada Obi' });
  const newSponsor = await signUp(url, 'sponsor', { fullName: 'Grace Hall' });
  return {
    visitor: {},
    learner: signedIn(url, 'learner', await signInSample(url, 'learner')),
    sponsor: signedIn(url, 'sponsor', sponsor),
    'new learner': signedIn(url, 'learner', newLearner),
    'new sponsor': signedIn(url, 'sponsor', newSponsor),
    operator: {},
    cookie,
  };
}

async function signInSampleOperator(url: string): Promise<string> {
  const { email, password } = sampleOf('lead');
  const body = { email, password, code: totpCode(sampleOperatorSecret) };
  const { headers } = await callDesk(url, signInOperator, { body });
  return cookieOf(headers.get('set-cookie'));
}

async function takeScreen(
  browser: Browser,
  url: string,
  screen: Screen,
  visitors: Visitors,
): Promise<Shot[]> {
  const shots: Shot[] = [];
  const states: State[] = screen.hasCalls ? ['ready', 'loading', 'failed'] : ['ready'];
  for (const [width, height] of Object.entries(widths))
    for (const theme of themes) {
      const { context } = await newPerson(browser, url, {
        ...visitors[screen.visitor],
        viewport: { width: Number(width), height },
        colorScheme: theme,
      });
      const [name = '', value = ''] = visitors.cookie.split('=');
      if (screen.visitor === 'operator') await context.addCookies([{ name, value, url }]);
      for (const state of states) {
        const file = `${screen.name}-${state}-${width}-${theme}.png`;
        await takeState(context, screen, state, { file, isWideLight: width === '1280' && theme === 'light' });
        shots.push({ page: `${screen.name} (${screen.path})`, state, width: Number(width), theme, file });
      }
      await context.close();
    }
  process.stdout.write(`${screen.name}\n`);
  return shots;
}

async function takeState(
  context: BrowserContext,
  screen: Screen,
  state: State,
  { file, isWideLight }: { file: string; isWideLight: boolean },
): Promise<void> {
  const page = await context.newPage();
  try {
    await show(page, screen, state);
  } catch (error) {
    process.stdout.write(`${screen.name}: ${error instanceof Error ? error.message : error}\n`);
  }
  // A dialog is in the window, wherever the page is scrolled to.
  const fullPage = (await page.locator('dialog[open]').count()) === 0;
  if (fullPage) await layOutAll(page);
  await page.screenshot({ path: join(folder, file), fullPage });
  if (screen.isDocumented && state === 'ready' && isWideLight)
    await sharp(await page.screenshot())
      .resize({ width: webp.width })
      .webp({ quality: webp.quality })
      .toFile(join(documented, `desk-${screen.name}.webp`));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
}

/** Lays out what is far below the window, which is empty in a picture of the whole page otherwise. */
async function layOutAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *'))
      if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible';
  });
}

async function show(page: Page, screen: Screen, state: State): Promise<void> {
  // What is prepared, waits or fails is a call, which a page that is rendered for its person does not make.
  if (state !== 'ready' || screen.prepare) await page.context().clearCookies({ name: /-page$/ });
  // Pictures are not held: a page that is rendered with them is not loaded before.
  if (state === 'loading')
    await page.route('**/api/**', (route) =>
      route.request().resourceType() === 'image' ? route.continue() : undefined,
    );
  if (state === 'failed')
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: 503, json: { message: 'The service is busy. Please try again.' } }),
    );
  if (state !== 'ready') await page.goto(screen.path);
  else {
    await screen.prepare?.(page);
    await openAtRest(page, screen.path);
  }
  await settle(page, state);
  if (state !== 'ready' || !screen.act) return;
  await screen.act(page);
  await settle(page, 'ready');
}

/** Waits until a page shows data or an error; while its calls wait, until it runs. */
async function settle(page: Page, state: State): Promise<void> {
  await page.waitForLoadState('load');
  await page.waitForFunction(
    (isLoading) =>
      document.querySelector('astro-island[ssr]') === null &&
      (isLoading ||
        (document.querySelector('.skeleton') === null &&
          ![...document.querySelectorAll('[role=status]')].some((node) =>
            /^Loading/.test(node.textContent ?? ''),
          ))),
    state === 'loading',
  );
}

const [given, only] = process.argv.slice(2);
await runCommand(() => takeScreenshots(given || undefined, only));
