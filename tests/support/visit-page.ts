import type { Page, Response } from 'playwright-core';
import type { PageWeight } from '../weight/page-weight.ts';
import { watchWeight } from '../weight/weigh-page.ts';
import { findBarriers } from './find-barriers.ts';
import { openAtRest } from './open-at-rest.ts';
import type { Site, SitePage } from './site.ts';
import { shiftSoFar, watchLayout } from './watch-layout.ts';

/** What one visit of a page found. */
export interface PageVisit extends SitePage {
  response: Response | null;
  /** Where the visit ended, without origin and query. */
  endedAt: string;
  title: string;
  description: string | null;
  mainHeadings: number;
  /** What the page logged to the console, and its uncaught errors. */
  problems: string[];
  weight: PageWeight;
  /** The layout shift by itself while it loads, is scrolled through and shows what rotates; and what moved. */
  shift: number;
  from: string;
  /** By width of the viewport: by how many pixels the page is wider. */
  excess: Record<number, number>;
  /** What axe finds, in both themes. */
  barriers: string[];
}

/** Narrowest telephone. */
const narrowestPx = 320;

/**
 * Opens a page once, in a context of its own, and measures everything that holds for every page: loading it is most
 * of the cost, so the checks share one visit.
 */
export async function visitPage(
  site: Site,
  { path, who }: SitePage,
  viewport: { width: number; height: number },
): Promise<PageVisit> {
  const { context, page, problems } = await site.open(who, { viewport });
  try {
    await watchLayout(page);
    const weight = await watchWeight(page);
    const response = await openAtRest(page, path);
    const firstView = weight();
    await scrollThrough(page);
    // The headline changes every 2 s, the banner of the listing every 3.
    if (/^\/($|help-learner)/.test(path)) await page.waitForTimeout(3_200);
    const visit = {
      path,
      who,
      response,
      endedAt: new URL(page.url()).pathname,
      title: await page.title(),
      description: await page.locator('meta[name="description"]').getAttribute('content'),
      mainHeadings: await page.getByRole('heading', { level: 1 }).count(),
      problems: [...problems],
      weight: firstView,
      ...(await shiftSoFar(page)),
      excess: await excessOf(page, viewport),
    };
    const barriers: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      barriers.push(...(await findBarriers(page, `${path}, ${viewport.width} px, ${colorScheme}`)));
    }
    return { ...visit, barriers };
  } finally {
    await context.close();
  }
}

/** Scrolls from the top to the end, half a view at a time, and back. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y <= document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
}

/** Measures the page in its viewport and, on a telephone, in the narrowest one too. */
async function excessOf(page: Page, viewport: { width: number; height: number }) {
  const excess: Record<number, number> = {};
  for (const width of viewport.width < narrowestPx * 2 ? [narrowestPx, viewport.width] : [viewport.width]) {
    await page.setViewportSize({ ...viewport, width });
    excess[width] = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }
  return excess;
}
