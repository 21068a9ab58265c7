import type { Page } from 'playwright-core';
import { leavingPath } from '#contracts/site/outgoing-link.ts';
import { openAtRest } from '../browser/open-at-rest.ts';
import type { Site, Visitor } from './site.ts';
import type { PageVisit } from './visit-page.ts';

/** The links of a page, and the ids in it that can be linked to. */
export interface PageLinks {
  path: string;
  /** Whether a part of the page is drawn in the browser, which can depend on who is signed in. */
  hasIslands: boolean;
  ids: string[];
  links: { href: string; rel: string; target: string }[];
}

/** All links of the site. */
export interface SiteLinks {
  /** Every internal link, and the page that has it. */
  inside: Map<string, string>;
  /** Ids of every page that was opened, by path. */
  ids: Map<string, Set<string>>;
  outside: PageLinks['links'];
}

/** Reads the links and the ids of the page that is open. */
export function readLinks(page: Page): Promise<PageLinks> {
  return page.evaluate(() => ({
    path: location.pathname,
    hasIslands: document.querySelector('astro-island') !== null,
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href, rel, target }) => ({
      href,
      rel,
      target,
    })),
  }));
}

/**
 * Collects the links of every visited page and of the pages that those link to, as each kind of person. A page is opened
 * unless this person has visited it, or anyone when all of it comes from the server, which does not know who reads it.
 */
export async function findLinks(site: Site, visits: readonly PageVisit[]): Promise<SiteLinks> {
  const siteLinks: SiteLinks = { inside: new Map(), ids: new Map(), outside: [] };
  const forAll = new Map<string, PageLinks>();
  for (const { path, links } of visits) if (isForAll(path, links)) forAll.set(path, links);
  const crawls = (['visitor', 'learner', 'sponsor'] as const).map((who) => {
    const visited = new Map(
      visits.filter((visit) => visit.who === who).map(({ path, links }) => [path, links]),
    );
    return findLinksOf(site, who, { visited, forAll }, siteLinks);
  });
  await Promise.all(crawls);
  return siteLinks;
}

/** Whether everyone finds these links at this address: it led to no other page, and nothing is drawn in the browser. */
function isForAll(path: string, { path: endedAt, hasIslands }: PageLinks): boolean {
  return !hasIslands && path.split(/[?#]/)[0] === endedAt;
}

async function findLinksOf(
  site: Site,
  who: Visitor,
  { visited, forAll }: Record<'visited' | 'forAll', Map<string, PageLinks>>,
  siteLinks: SiteLinks,
): Promise<void> {
  const { url } = site.product;
  const { context, page } = await site.open(who);
  const waiting = [...visited.keys()];
  const seen = new Set(waiting);
  const open = async (path: string) => {
    await openAtRest(page, path);
    const links = await readLinks(page);
    if (isForAll(path, links)) forAll.set(path, links);
    return links;
  };
  for (const path of waiting) {
    const here = visited.get(path) ?? forAll.get(path) ?? (await open(path));
    siteLinks.ids.set(here.path, new Set([...(siteLinks.ids.get(here.path) ?? []), ...here.ids]));
    for (const link of here.links) {
      if (!link.href.startsWith(url)) {
        siteLinks.outside.push(link);
        continue;
      }
      if (!siteLinks.inside.has(link.href)) siteLinks.inside.set(link.href, path);
      const { pathname, search } = new URL(link.href);
      // Filters and courses link to ever more of their kind: each is requested, but few are followed.
      if (pathname.startsWith('/explore') && path.startsWith('/explore')) continue;
      if (pathname === leavingPath) continue;
      if (seen.has(pathname + search)) continue;
      seen.add(pathname + search);
      waiting.push(pathname + search);
    }
  }
  await context.close();
}
