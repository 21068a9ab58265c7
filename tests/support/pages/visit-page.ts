import type { Page, Response } from 'playwright-core';
import type { PageWeight } from '../../weight/page-weight.ts';
import { watchWeight } from '../../weight/weigh-page.ts';
import type { Person } from '../browser/browser.ts';
import { openAtRest } from '../browser/open-at-rest.ts';
import { shiftSoFar, watchLayout } from '../browser/watch-layout.ts';
import { findBarriersInThemes, findBarriersOfWidth, shownElements } from './find-barriers.ts';
import { type PageLinks, readLinks } from './find-links.ts';
import { loadFontsFirst } from './fonts-first.ts';
import type { Site, SitePage, Visitor } from './site.ts';
import { createHtmlCheck } from './validate-html.ts';

/** The result of one visit of a page. */
export interface PageVisit extends SitePage {
  response: Response | null;
  /** Where the visit ended, without origin and query. */
  endedAt: string;
  title: string;
  description: string | null;
  mainHeadings: number;
  /** Its links and the places in it that a link can name. */
  links: PageLinks;
  /** Errors in its HTML once its scripts have run. */
  invalid: string[];
  /** Messages of the page on the console, and its uncaught errors. */
  problems: string[];
  weight: PageWeight;
  /** Of its first view. */
  requests: number;
  /** The layout shift by itself while it loads, is scrolled through and shows what rotates; and what moved. */
  shift: number;
  from: string;
  /** By width of the viewport: by how many pixels the page is wider. */
  excess: Record<number, number>;
  /** Which elements of its main part are shown. */
  shown: string;
  /** Findings of axe, in both themes. */
  barriers: string[];
}

/** The check of the HTML of all visits. */
export const visitedHtml = createHtmlCheck();

interface Viewport {
  width: number;
  height: number;
}

/** Narrowest telephone. */
const narrowestPx = 320;
/** Pages that are opened one after the other in one tab; tabs are used at the same time, because pages mostly wait. */
const pagesPerTab = 10;

/**
 * Visits every page of the site once and measures everything that holds for every page: opening a tab and loading a page
 * are most of the cost, so the checks share one visit and the pages of a person share tabs. `before` are the visits at another
 * width: what shows the same elements there is checked for what depends on the width. Header and footer are the same on
 * every page of a tab, so its first page is always checked with all rules.
 */
export async function visitPages(
  site: Site,
  viewport: Viewport,
  before: readonly PageVisit[] = [],
): Promise<PageVisit[]> {
  const tabs = (['visitor', 'learner', 'sponsor'] as const).flatMap((who) => {
    const paths = site.pages.filter((page) => page.who === who).map(({ path }) => path);
    const starts = paths.map((_, index) => index).filter((index) => index % pagesPerTab === 0);
    const shownBefore = new Map(
      before.filter((visit) => visit.who === who).map((visit) => [visit.path, visit.shown]),
    );
    return starts.map((start) =>
      visitInTab(site, who, paths.slice(start, start + pagesPerTab), { viewport, shownBefore }),
    );
  });
  const visits = (await Promise.all(tabs)).flat();
  // Once no tab is open: the check takes the processor from the product, which runs in this process.
  return visits.map(({ html, ...visit }) => ({ ...visit, invalid: visitedHtml.findInvalid(html) }));
}

interface Round {
  viewport: Viewport;
  /** By path: the elements of its main part that were shown at another width. */
  shownBefore: ReadonlyMap<string, string>;
}

async function visitInTab(site: Site, who: Visitor, paths: string[], { viewport, shownBefore }: Round) {
  const person = await site.open(who, { viewport, reducedMotion: 'no-preference' });
  try {
    await watchLayout(person.page);
    const visits: Awaited<ReturnType<typeof visitPage>>[] = [];
    for (const [index, path] of paths.entries()) {
      const known = index > 0 ? shownBefore.get(path) : undefined;
      visits.push(await visitPage(person, { path, who }, viewport, known));
    }
    return visits;
  } finally {
    await person.context.close();
  }
}

/** Opens a page as if it were the first one: nothing cached, and no setting or message of the page before. */
async function visitPage(
  { page, problems }: Person,
  { path, who }: SitePage,
  viewport: Viewport,
  shownBefore: string | undefined,
) {
  await page.goto('about:blank');
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  problems.length = 0;
  const { weight, requests, stop } = await watchWeight(page);
  const fonts = await loadFontsFirst(page);
  const response = await openAtRest(page, path);
  const firstView = { weight: weight(), requests: requests() };
  await Promise.all([stop(), fonts.stop()]);
  const links = await readLinks(page);
  const html = await page.content();
  await scrollThrough(page);
  // The headline changes every 2 s, the banner of the listing every 3.
  if (/^\/($|help-learner)/.test(path)) await page.waitForTimeout(3_200);
  const about = `${path}, ${viewport.width} px`;
  const visit = {
    path,
    who,
    response,
    endedAt: new URL(page.url()).pathname,
    title: await page.title(),
    description: await page.locator('meta[name="description"]').getAttribute('content'),
    mainHeadings: await page.getByRole('heading', { level: 1 }).count(),
    links,
    html,
    problems: [...problems],
    ...firstView,
    ...(await shiftSoFar(page)),
    excess: await excessOf(page, viewport),
    shown: await shownElements(page, 'main'),
  };
  const isSame = visit.shown === shownBefore;
  const barriers = await (isSame ? findBarriersOfWidth(page, about) : findBarriersInThemes(page, about));
  return { ...visit, barriers };
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
async function excessOf(page: Page, viewport: Viewport) {
  const excess: Record<number, number> = {};
  for (const width of viewport.width < narrowestPx * 2 ? [narrowestPx, viewport.width] : [viewport.width]) {
    await page.setViewportSize({ ...viewport, width });
    excess[width] = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }
  return excess;
}
