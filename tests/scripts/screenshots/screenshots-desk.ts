import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { signIn } from '#contracts/accounts/accounts.ts';
import type { caseKinds } from '#contracts/cases/cases.ts';
import { listCases } from '#contracts/desk/desk.ts';
import { signInOperator } from '#contracts/desk/operators.ts';
import { totpCode } from '#services/desk/operators/totp.ts';
import { sampleOperatorSecret } from '#services/seed/sample-operator.ts';
import { sampleSignIns } from '#services/seed/seed.ts';
import { newPerson, openBrowser } from '#tests/support/browser/browser.ts';
import { openAtRest } from '#tests/support/browser/open-at-rest.ts';
import { signedIn } from '#tests/support/pages/site.ts';
import { callDesk, cookieOf } from '#tests/support/people/operators.ts';
import type { SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { requireChromium } from '#tests/support/vitest/requirements.ts';
import { runCommand } from '../../../tools/run-command.ts';
import { withProduct } from '../with-product.ts';
import { describeGallery, type Shot } from './describe-gallery.ts';
import { deskScreens } from './desk-screens.ts';
import { flowScreens } from './flow-screens.ts';
import { moneyScreens } from './money-screens.ts';
import type { Screen, ScreenVisitor } from './screen.ts';

const folder = '.screenshots/desk';
const documented = 'docs/screenshots';
const widths = { 390: 844, 1280: 900 } as const;
const themes = ['light', 'dark'] as const;
const webp = { width: 900, quality: 70 } as const;

type State = 'ready' | 'loading' | 'failed';
interface Session {
  cookie: string;
  learner: SignedIn;
  sponsor: SignedIn;
}

/**
 * `npm run screenshots:desk [-- URL [TEXT]]`: takes the screens of the desk, and those of learners and sponsors from the
 * payment to the enrolment, in two widths and both themes into `.screenshots/desk`, with an `index.html` to review them,
 * and those of docs/operations.md into `docs/screenshots`. TEXT limits it to names that contain it.
 */
async function takeDeskScreenshots(given: string | undefined, only = ''): Promise<number> {
  const chromium = requireChromium();
  if (!chromium.path) return 1;
  const { path } = chromium;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await withProduct(given, async (url) => {
    const session = {
      cookie: await signInSampleOperator(url),
      learner: await signInSample(url, 'learner'),
      sponsor: await signInSample(url, 'sponsor'),
    };
    const { body } = await callDesk(url, listCases, { query: { limit: '500' } as object }, session.cookie);
    const caseOf = (kind: (typeof caseKinds)[number]) => body.data.cases.find((one) => one.kind === kind)?.id;
    const screens = [...deskScreens(caseOf), ...moneyScreens(caseOf), ...flowScreens].filter(({ name }) =>
      name.includes(only),
    );
    const browser = await openBrowser(path);
    const shots: Shot[] = [];
    for (const screen of screens) shots.push(...(await takeScreen(browser, url, screen, session)));
    await browser.close();
    await writeFile(join(folder, 'index.html'), describeGallery(shots));
    process.stdout.write(`${shots.length} screenshots; open ${folder}/index.html\n`);
  });
  return 0;
}

const sampleOf = (role: 'learner' | 'sponsor' | 'operator') => {
  const sample = sampleSignIns().find((one) => one.role === role);
  if (!sample) throw new Error(`There is no sample ${role}.`);
  return sample;
};

async function signInSample(url: string, role: 'learner' | 'sponsor'): Promise<SignedIn> {
  const { email, password } = sampleOf(role);
  const { body } = await callApi(url, signIn, { body: { email, password } });
  return { email, password, fullName: body.data.firstName, token: body.data.token };
}

async function signInSampleOperator(url: string): Promise<string> {
  const { email, password } = sampleOf('operator');
  const body = { email, password, code: totpCode(sampleOperatorSecret) };
  const { headers } = await callDesk(url, signInOperator, { body });
  return cookieOf(headers.get('set-cookie'));
}

async function takeScreen(browser: Browser, url: string, screen: Screen, session: Session): Promise<Shot[]> {
  const shots: Shot[] = [];
  const states: State[] = screen.hasCalls ? ['ready', 'loading', 'failed'] : ['ready'];
  for (const [width, height] of Object.entries(widths))
    for (const theme of themes) {
      const { context } = await newPerson(browser, url, {
        ...visitor(url, screen.visitor, session),
        viewport: { width: Number(width), height },
        colorScheme: theme,
      });
      const [name = '', value = ''] = session.cookie.split('=');
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

function visitor(url: string, who: ScreenVisitor, session: Session) {
  if (who === 'operator' || who === 'stranger') return {};
  return signedIn(url, who, session[who]);
}

async function takeState(
  context: BrowserContext,
  screen: Screen,
  state: State,
  { file, isWideLight }: { file: string; isWideLight: boolean },
): Promise<void> {
  const page = await context.newPage();
  if (state === 'ready') await screen.prepare?.(page);
  if (state === 'loading') await page.route('**/api/**', () => {});
  if (state === 'failed')
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.' } }),
    );
  if (state === 'ready') await openAtRest(page, screen.path);
  else await page.goto(screen.path);
  await settle(page, state);
  if (state === 'ready') await act(page, screen);
  // A dialog is in the window, wherever the page is scrolled to.
  const fullPage = (await page.locator('dialog[open]').count()) === 0;
  await page.screenshot({ path: join(folder, file), fullPage });
  if (screen.isDocumented && state === 'ready' && isWideLight)
    await sharp(await page.screenshot())
      .resize({ width: webp.width })
      .webp({ quality: webp.quality })
      .toFile(join(documented, `desk-${screen.name}.webp`));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
}

async function act(page: Page, screen: Screen): Promise<void> {
  try {
    await screen.act?.(page);
    await settle(page, 'ready');
  } catch (error) {
    process.stdout.write(`${screen.name}: ${error instanceof Error ? error.message : error}\n`);
  }
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
await runCommand(() => takeDeskScreenshots(given || undefined, only));
