import type { Browser, Page } from 'playwright-core';
import { newPerson, type PersonOptions } from '#tests/support/browser/browser.ts';
import { openAtRest } from '#tests/support/browser/open-at-rest.ts';
import { phone, slow3g, slowDown } from '#tests/support/browser/slow-phone.ts';

/** What a person on a slow phone sees of one page: times in milliseconds. */
export interface SlowView {
  firstPaintMs: number;
  largestPaintMs: number;
  /** Longest task after the first paint, which is when islands hydrate; 0 without one above 50 ms. */
  longestTaskMs: number;
  /** Longest time from an input to the next paint. */
  interactionMs: number;
  /** Layout shift, 1 for the whole view by its height. */
  layoutShift: number;
}

/** A page, and what a person does on it first. */
export interface SlowPage {
  path: string;
  interact(page: Page): Promise<void>;
}

/** How long late paints and tasks may take. */
const restMs = 1_500;

/** Opens a page in a context of its own, with an empty cache, a four times slower processor, 400 ms and 400 kbit/s. */
export async function viewOnSlowPhone(
  browser: Browser,
  url: string,
  { path, interact }: SlowPage,
  options: PersonOptions,
): Promise<SlowView> {
  const { page, context } = await newPerson(browser, url, {
    ...options,
    ...phone,
    reducedMotion: 'no-preference',
  });
  try {
    await page.addInitScript(observe);
    await slowDown(page, slow3g);
    await openAtRest(page, path);
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
  for (const type of ['paint', 'largest-contentful-paint', 'longtask', 'layout-shift'])
    observer({ type, buffered: true });
  // 16 ms is the least that browsers accept.
  observer({ type: 'event', buffered: true, durationThreshold: 16 });
}

function read(): SlowView {
  type Entry = PerformanceEntry & { interactionId?: number; value?: number; hadRecentInput?: boolean };
  const { entries } = window as unknown as { entries: Entry[] };
  const entriesOf = (type: string): Entry[] => entries.filter(({ entryType }) => entryType === type);
  const firstPaintMs =
    entriesOf('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN;
  const longest = (list: PerformanceEntry[]) => Math.max(0, ...list.map(({ duration }) => duration));
  return {
    firstPaintMs,
    largestPaintMs: entriesOf('largest-contentful-paint').at(-1)?.startTime ?? Number.NaN,
    longestTaskMs: longest(entriesOf('longtask').filter(({ startTime }) => startTime >= firstPaintMs)),
    interactionMs: longest(entries.filter(({ interactionId = 0 }) => interactionId > 0)),
    layoutShift: entriesOf('layout-shift')
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .reduce((sum, { value = 0 }) => sum + value, 0),
  };
}
