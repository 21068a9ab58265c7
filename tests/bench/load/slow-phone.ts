import type { Browser, Page } from 'playwright-core';
import { fillLocalStorage } from '#tests/support/browser/browser.ts';
import { phone, slowDown } from '#tests/support/browser/slow-phone.ts';

/** Times of one page as a person on a slow phone sees it, in milliseconds. */
export interface SlowView {
  firstPaintMs: number;
  largestPaintMs: number;
  /** Longest task after the first paint, which is when islands hydrate; 0 without one above 50 ms. */
  longestTaskMs: number;
  /** Longest time from an input to the next paint. */
  interactionMs: number;
}

/** A page, and what a person does on it first. */
export interface SlowPage {
  path: string;
  /** Shown when the page is complete. */
  complete: string;
  interact(page: Page): Promise<void>;
}

/** How long late paints and tasks may take. The network does not become idle: some screens follow changes. */
const restMs = 1_500;

/** Opens a page in a context of its own, with an empty cache, four times slower processor and slow 4G. */
export async function viewOnSlowPhone(
  browser: Browser,
  url: string,
  { path, complete, interact }: SlowPage,
  stored: Record<string, string>,
): Promise<SlowView> {
  const context = await browser.newContext({ baseURL: url, ...phone });
  try {
    const page = await context.newPage();
    await fillLocalStorage(page, stored);
    await page.addInitScript(observe);
    await slowDown(page);
    await page.goto(path);
    await page.locator(complete).first().waitFor();
    await page.waitForTimeout(restMs);
    const before = await page.evaluate(read);
    await interact(page);
    await page.waitForTimeout(restMs);
    const { interactionMs } = await page.evaluate(read);
    return { ...before, interactionMs };
  } finally {
    await context.close();
  }
}

// Both run in the page.
function observe(): void {
  const entries: PerformanceEntry[] = [];
  Object.assign(window, { entries });
  const observer = (options: PerformanceObserverInit & { durationThreshold?: number }) =>
    new PerformanceObserver((list) => entries.push(...list.getEntries())).observe(options);
  for (const type of ['paint', 'largest-contentful-paint', 'longtask']) observer({ type, buffered: true });
  // 16 ms is the least that browsers accept.
  observer({ type: 'event', buffered: true, durationThreshold: 16 });
}

function read(): SlowView {
  const { entries } = window as unknown as { entries: (PerformanceEntry & { interactionId?: number })[] };
  const entriesOf = (type: string) => entries.filter(({ entryType }) => entryType === type);
  const firstPaintMs =
    entriesOf('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN;
  const longest = (list: PerformanceEntry[]) => Math.max(0, ...list.map(({ duration }) => duration));
  return {
    firstPaintMs,
    largestPaintMs: entriesOf('largest-contentful-paint').at(-1)?.startTime ?? Number.NaN,
    longestTaskMs: longest(entriesOf('longtask').filter(({ startTime }) => startTime >= firstPaintMs)),
    interactionMs: longest(entries.filter(({ interactionId = 0 }) => interactionId > 0)),
  };
}
