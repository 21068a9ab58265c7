import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { signInOperator } from '#contracts/operators.ts';
import { totpCode } from '#services/operations/operators/totp.ts';
import { sampleOperatorSecret } from '#services/seed/sample-operator.ts';
import { sampleSignIns } from '#services/seed/seed.ts';
import { newPerson, openBrowser } from '#tests/support/browser.ts';
import { callDesk, cookieOf } from '#tests/support/operators.ts';
import { requireChromium } from '#tests/support/requirements.ts';
import { runCommand } from './run-command.ts';
import { withProduct } from './with-product.ts';

const folder = '.screenshots/desk';
const documented = 'docs/screenshots';
const widths = { 390: 844, 1280: 900 } as const;
const themes = ['light', 'dark'] as const;
const webp = { width: 900, quality: 70 } as const;

/** A page of the desk; `link` opens the first link of the list, and `isDocumented` has its picture in the docs. */
interface DeskShot {
  name: string;
  path: string;
  link?: string;
  isDocumented?: true;
}

const shots: readonly DeskShot[] = [
  { name: 'inbox', path: '/ops', isDocumented: true },
  { name: 'case', path: '/ops', link: 'a[data-case]', isDocumented: true },
  { name: 'money', path: '/ops/money' },
  {
    name: 'payment',
    path: '/ops/money?status=approved',
    link: 'a[href*="/ops/money?id="]',
    isDocumented: true,
  },
  { name: 'ledger', path: '/ops/money?view=ledger' },
  { name: 'reconciliation', path: '/ops/money?view=reconciliation' },
  { name: 'no-payment', path: '/ops/money?search=nothing+that+matches' },
  { name: 'catalogue', path: '/ops/catalogue' },
  {
    name: 'course',
    path: '/ops/catalogue?search=python',
    link: 'a[href*="/ops/catalogue?id="]',
    isDocumented: true,
  },
  { name: 'dead-links', path: '/ops/catalogue?show=dead' },
  { name: 'imports', path: '/ops/catalogue?view=imports' },
  { name: 'people', path: '/ops/people' },
  { name: 'queues', path: '/ops/queues', isDocumented: true },
];

/**
 * `npm run screenshots:desk [-- URL]`: takes the pages of the desk in two widths and both themes into
 * `.screenshots/desk`, and those of docs/operations.md into `docs/screenshots`.
 */
async function takeDeskScreenshots(given: string | undefined): Promise<number> {
  const chromium = requireChromium();
  if (!chromium.path) return 1;
  const { path } = chromium;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await withProduct(given, async (url) => {
    const cookie = await signInSampleOperator(url);
    const browser = await openBrowser(path);
    for (const [width, height] of Object.entries(widths))
      for (const theme of themes)
        await takeAll(browser, url, cookie, { width: Number(width), height, theme });
    await browser.close();
  });
  process.stdout.write(`The screenshots are in ${folder} and ${documented}\n`);
  return 0;
}

async function signInSampleOperator(url: string): Promise<string> {
  const operator = sampleSignIns().find(({ role }) => role === 'operator');
  if (!operator) throw new Error('There is no sample operator.');
  const { email, password } = operator;
  const body = { email, password, code: totpCode(sampleOperatorSecret) };
  const { headers } = await callDesk(url, signInOperator, { body });
  return cookieOf(headers.get('set-cookie'));
}

async function takeAll(
  browser: Browser,
  url: string,
  cookie: string,
  { width, height, theme }: { width: number; height: number; theme: 'light' | 'dark' },
): Promise<void> {
  const { context, page } = await newPerson(browser, url, {
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  for (const shot of shots) {
    await open(page, shot);
    const file = join(folder, `${shot.name}-${width}-${theme}.png`);
    await page.screenshot({ path: file, fullPage: true });
    if (shot.isDocumented && width === 1280 && theme === 'light')
      await sharp(await page.screenshot())
        .resize({ width: webp.width })
        .webp({ quality: webp.quality })
        .toFile(join(documented, `desk-${shot.name}.webp`));
  }
  await context.close();
}

async function open(page: Page, { path, link }: DeskShot): Promise<void> {
  await page.goto(path);
  await settle(page);
  if (!link || (await page.locator(link).count()) === 0) return;
  await page.locator(link).first().click();
  await settle(page);
}

/** Waits until a page of the desk shows data or an error. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('astro-island[ssr], .skeleton') === null &&
      ![...document.querySelectorAll('[role=status]')].some((node) => node.textContent === 'Loading…'),
  );
}

await runCommand(() => takeDeskScreenshots(process.argv[2]));
