import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { storageKeys } from '#src/browser/storage.ts';
import { patienceMs } from '../soon.ts';
import { chromiumFlags } from './chromium-flags.ts';
import { recordTrace } from './failure-traces.ts';
import { translatePages } from './translation.ts';

/** Opens Chromium without a window. `path` comes from `requireChromium()`; `env` is added to the environment. */
export function openBrowser(path: string, env: Record<string, string> = {}): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: chromiumFlags, env: { ...process.env, ...env } });
}

/** Opens Chromium as people use it, with optimized scripts; for measurements. */
export function openBrowserAtFullSpeed(path: string): Promise<Browser> {
  const args = chromiumFlags.filter((flag) => !flag.startsWith('--js-flags'));
  return chromium.launch({ executablePath: path, args });
}

/**
 * A person's own browser: nothing is shared with others. `problems` collects what the console complains about, without a
 * read that a busy product answered with 503 and that the page made again with success.
 */
export interface Person {
  context: BrowserContext;
  page: Page;
  problems: string[];
}

/** Options of a context; what it has stored is the site's. A token brings its page cookie. */
export interface PersonOptions extends Omit<BrowserContextOptions, 'storageState'> {
  storageState?: {
    cookies: [];
    origins: { origin: string; localStorage: { name: string; value: string }[] }[];
  };
  /** The browser translates its pages (translation.ts). */
  isTranslated?: boolean;
}

/** Opens a browser, by default at desktop size and with reduced motion. */
export async function newPerson(
  browser: Browser,
  baseURL: string,
  { storageState, isTranslated = false, ...options }: PersonOptions = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 900 },
    timezoneId: 'Africa/Lagos',
    // Each frame of a motion costs the processor; what is about motion asks for it.
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  await recordTrace(context);
  if (isTranslated) await translatePages(context);
  if (cpuSlowdown > 1) context.on('page', slowCpu);
  const page = await context.newPage();
  const stored = storageState?.origins.flatMap(({ localStorage }) => localStorage) ?? [];
  if (stored.length > 0)
    await fillLocalStorage(page, Object.fromEntries(stored.map(({ name, value }) => [name, value])));
  const token = stored.find(({ name }) => name === storageKeys.token)?.value;
  if (token) await setPageCookie(context, token);
  return { context, page, problems: collectProblems(context) };
}

// How many times slower than this machine the phone of each person is. What is typed and pressed while a page hydrates shows at 4.
const cpuSlowdown = Number(process.env.CPU_SLOWDOWN ?? 1);

async function slowCpu(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  } catch (error) {
    if (!page.isClosed()) throw error;
  }
}

function collectProblems(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The browser's own word about a page that is left while it is still faded in; whether it comes is chance.
    if (message.text().includes('ViewTransition opt-in disabled')) return;
    // Playwright's word where a context has no service workers.
    if (message.text().includes('Service Worker registration blocked')) return;
    const isOfResource = message.text().startsWith('Failed to load resource');
    problems.push(isOfResource ? `${message.text()}: ${message.location().url}` : message.text());
  });
  // Reads alone: a page does not send a change again by itself.
  const busyUrls = new Set<string>();
  context.on('response', (response) => {
    if (response.request().method() !== 'GET') return;
    const url = response.url();
    if (response.status() === 503) busyUrls.add(url);
    const isRead = response.ok() || response.status() === 304;
    if (!isRead || !busyUrls.delete(url)) return;
    const refused = problems.findIndex((text) => text.includes('status of 503') && text.endsWith(`: ${url}`));
    if (refused >= 0) problems.splice(refused, 1);
  });
  context.on('weberror', (error) => problems.push(error.error().message));
  return problems;
}

/** Gives a browser the page cookie of a session, as its sign-in does. A token that is not valid gets none. */
export async function setPageCookie({ request }: BrowserContext, token: string): Promise<void> {
  await request.post('/api/user/page-cookie', { headers: { authorization: `Bearer ${token}` } });
}

// It names an icon: Chromium would otherwise request /favicon.ico and log that there is none.
const emptyDocument = '<!doctype html><title>Empty</title><link rel="icon" href="data:,">';

/**
 * Stores these entries for the site, from an empty document at its address. Playwright's `storageState` opens a page of its
 * own for that, which costs more than most pages of the product.
 */
export async function fillLocalStorage(page: Page, entries: Record<string, string>): Promise<void> {
  const path = '/empty-document';
  await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/html', body: emptyDocument }));
  await page.goto(path);
  await page.evaluate((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, entries);
  await page.unroute(`**${path}`);
}
