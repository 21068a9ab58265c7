import type { Page } from 'playwright-core';

/** Something that moved by itself: how much of the view by how far, and what. */
interface Shift {
  value: number;
  nodes: string;
}

/** Notes every shift of a page that the reader did not cause, from its next opening on. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Element }[];
      })[]) {
        const nodes = entry.sources.map(({ node }) => node?.nodeName.toLowerCase() ?? '?').join(', ');
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, nodes });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the notes of {@link watchLayout}: their sum, and what moved. */
export async function shiftSoFar(page: Page): Promise<{ shift: number; from: string }> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  return { shift, from: shifts.map(({ nodes }) => nodes).join('; ') };
}
