import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';

let shared: Promise<Browser> | undefined;

/**
 * Returns the browser of this worker, which its test files share: starting and stopping one takes about 0.7 s of processor time.
 * It ends with the worker. Files run one after the other, so each closes the contexts that it opened with
 * {@link closeContexts}.
 *
 * @param path of Chromium, from `requireChromium()`
 */
export async function shareBrowser(path: string): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = openBrowser(path);
  return shared as Promise<Browser>;
}

/** Closes all contexts of a shared browser; does nothing when a failed set-up left none. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}
