import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inBatches } from '../support/in-batches.ts';
import { type CatalogueSite, openCatalogueSite } from '../support/pages/catalogue-site.ts';
import { longMs } from '../support/vitest/limits.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();
const requestsAtOnce = 8;

/** The parts of a page that a crawler reads. */
interface Crawled {
  /** Without the origin. */
  path: string;
  status: number;
  /** Where a redirect leads. */
  location: string | null;
  title: string;
  isListed: boolean;
  canonical: string | undefined;
  /** Addresses of our own site that it links to, without the origin and the fragment. */
  links: string[];
}

const decode = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#38;', '&');

describe('a crawler that starts at the sitemap', { ...needs(chromium), timeout: longMs }, () => {
  let site: CatalogueSite;
  let addresses: Set<string>;
  let listed: Crawled[];
  let linked: Crawled[];
  beforeAll(async () => {
    site = await openCatalogueSite(chromium.path as string);
    const sitemap = await (await fetch(`${site.product.url}/sitemap.xml`)).text();
    addresses = new Set([...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => pathOf(address)));
    listed = await crawl([...addresses]);
    const others = new Set(listed.flatMap(({ links }) => links).filter((path) => !addresses.has(path)));
    linked = await crawl([...others]);
  }, longMs);
  afterAll(() => site?.close());

  const pathOf = (address = '') => {
    const { pathname, search } = new URL(decode(address), site.product.url);
    return pathname + search;
  };
  const crawl = (paths: readonly string[]) => inBatches(paths, requestsAtOnce, read);

  async function read(path: string): Promise<Crawled> {
    const response = await fetch(site.product.url + path, { redirect: 'manual' });
    const html = await response.text();
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
    const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href]) => href ?? '');
    return {
      path,
      status: response.status,
      location: response.headers.get('location'),
      title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '',
      isListed: html.includes('<html') && !html.includes('<meta name="robots" content="noindex"'),
      canonical: canonical && pathOf(canonical),
      links: [...new Set(links.filter((href) => /^\/(?!\/)|^[?]/.test(href)).map(pathOf))],
    };
  }

  it('gets each address of it, listed under that address', () => {
    expect(listed.length).toBeGreaterThan(10);
    expect(
      listed.filter(
        ({ path, status, isListed, canonical }) => status !== 200 || !isListed || canonical !== path,
      ),
    ).toEqual([]);
  });

  it('finds a title once', () => {
    const titles = listed.map(({ title }) => title);
    expect(titles.filter((title, place) => titles.indexOf(title) !== place)).toEqual([]);
  });

  it('gets each address that they link to, and finds no page that may be listed twice', () => {
    expect(linked.length).toBeGreaterThan(10);
    expect(linked.filter(({ status }) => status !== 200)).toEqual([]);
    expect(
      linked
        .filter(({ isListed }) => isListed)
        .filter(({ path, canonical = '' }) => canonical !== path && !addresses.has(canonical)),
    ).toEqual([]);
  });

  it('is led from an address with a slash at its end to the listed one, with the query', async () => {
    const others = listed.filter(({ path }) => path !== '/').map(({ path }) => ({ path, other: `${path}/` }));
    const redirects = await inBatches(
      [...others, { path: '/', other: '/index.html' }],
      requestsAtOnce,
      async ({ path, other }) => {
        const { status, location } = await read(`${other}?a=1`);
        return { other, isRight: status === 308 && location === `${path}?a=1`, status, location };
      },
    );
    expect(redirects.filter(({ isRight }) => !isRight)).toEqual([]);
  });
});
