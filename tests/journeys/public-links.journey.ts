import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAtRest } from '../support/open-at-rest.ts';
import { requireChromium } from '../support/requirements.ts';
import { openSite, type Site, type Visitor } from '../support/site.ts';
import { missingPage } from '../support/site-addresses.ts';

const chromium = requireChromium();
// Every page, several times: slow machines need longer than a single way through the product.
const everyPageMs = 600_000;

describe.skipIf(chromium.missing)('every link within the site', { timeout: everyPageMs }, () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
  });
  afterAll(() => site?.close());

  it('leads to a page that is there, and to a place in it that is there', async () => {
    const found = await crawl(site);
    expect([...found.links.keys()].length).toBeGreaterThan(15);
    // A link that names a place is one of the specification's.
    expect([...found.links.keys()]).toContain(`${site.product.url}/#faqs`);
    const dead: string[] = [];
    for (const [link, from] of found.links) {
      const { origin, pathname, search, hash } = new URL(link);
      if (pathname === missingPage) continue;
      const answer = await fetch(`${origin}${pathname}${search}`);
      if (!answer.ok) dead.push(`${from} links to ${link}, which responds with ${answer.status}`);
      const ids = found.ids.get(pathname);
      if (hash && ids && !ids.has(decodeURIComponent(hash.slice(1))))
        dead.push(`${from} links to ${link}, and there is no such place`);
    }
    expect(dead).toEqual([]);
  });

  it('is found: the links that the specification names', async () => {
    const { links } = await crawl(site);
    const paths = new Set([...links.keys()].map((link) => link.slice(site.product.url.length)));
    for (const path of [
      '/',
      '/explore',
      '/coming-soon',
      '/user-auth',
      '/help-learner',
      '/terms.html',
      '/#faqs',
    ])
      expect(paths).toContain(path);
  });

  it('to another site is https or mail, and does not hand over the window', async () => {
    const { outside } = await crawl(site);
    expect(outside.length).toBeGreaterThan(3);
    const wrong = outside.filter(
      ({ href, rel, target }) =>
        !/^(https:|mailto:)/.test(href) || (target === '_blank' && !/noopener|noreferrer/.test(rel)),
    );
    expect(wrong).toEqual([]);
  });
});

interface Found {
  /** Every internal link, and the page that has it. */
  links: Map<string, string>;
  /** Ids of every page that was opened, by path. */
  ids: Map<string, Set<string>>;
  outside: { href: string; rel: string; target: string }[];
}

let crawled: Promise<Found> | undefined;

/** Opens every page, and every page that those link to, as each kind of person. */
function crawl(site: Site): Promise<Found> {
  crawled ??= (async () => {
    const found: Found = { links: new Map(), ids: new Map(), outside: [] };
    for (const who of ['visitor', 'learner', 'sponsor'] as const) await crawlAs(site, who, found);
    return found;
  })();
  return crawled;
}

async function crawlAs(site: Site, who: Visitor, found: Found): Promise<void> {
  const { url } = site.product;
  const { context, page } = await site.open(who);
  const waiting = site.pages.filter((one) => one.who === who).map(({ path }) => path);
  const seen = new Set(waiting);
  for (const path of waiting) {
    await openAtRest(page, path);
    const here = await page.evaluate(() => ({
      path: location.pathname,
      ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
      links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href, rel, target }) => ({
        href,
        rel,
        target,
      })),
    }));
    found.ids.set(here.path, new Set([...(found.ids.get(here.path) ?? []), ...here.ids]));
    for (const link of here.links) {
      if (!link.href.startsWith(url)) {
        found.outside.push(link);
        continue;
      }
      if (!found.links.has(link.href)) found.links.set(link.href, path);
      const { pathname, search } = new URL(link.href);
      // Filters and courses link to ever more of their kind: each is requested, but few are followed.
      if (pathname.startsWith('/explore') && path.startsWith('/explore')) continue;
      if (seen.has(pathname + search)) continue;
      seen.add(pathname + search);
      waiting.push(pathname + search);
    }
  }
  await context.close();
}
