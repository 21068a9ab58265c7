import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { chromiumFlags } from './chromium-flags.ts';
import { recordTrace } from './failure-traces.ts';
import { patienceMs } from './soon.ts';

/** Opens Chromium without a window. `path` comes from `requireChromium()`; `env` is added to the environment. */
export function openBrowser(path: string, env: Record<string, string> = {}): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: chromiumFlags, env: { ...process.env, ...env } });
}

/** A person's own browser: nothing is shared with others. `problems` collects what the console complains about. */
export interface Person {
  context: BrowserContext;
  page: Page;
  problems: string[];
}

/** Opens a browser, by default at desktop size. */
export async function newPerson(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 900 },
    timezoneId: 'Africa/Lagos',
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  await recordTrace(context);
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The browser's own word about a page that is left while it is still faded in; whether it comes is chance.
    if (!message.text().includes('ViewTransition opt-in disabled')) problems.push(message.text());
  });
  context.on('weberror', (error) => problems.push(error.error().message));
  return { context, page: await context.newPage(), problems };
}
