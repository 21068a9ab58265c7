import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStarterCatalogue } from '#services/catalogue/read-starter-catalogue.ts';
import { catalogueCopy } from '#src/areas/catalogue/catalogue.copy.ts';
import { builtPages } from '../support/pages/built-pages.ts';
import { type CatalogueSite, openCatalogueSite } from '../support/pages/catalogue-site.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';

/** Returns the values that occur more than once. */
const repeated = (values: string[]) => values.filter((value, place) => values.indexOf(value) !== place);

describe('a search engine', needs(chromium), () => {
  let site: CatalogueSite;
  beforeAll(async () => {
    site = await openCatalogueSite(chromium.path as string);
  });
  afterAll(() => site?.close());

  /** Reads what a page says about itself; addresses without the origin. */
  async function read(path: string) {
    const html = await (await fetch(`${site.product.url}${path}`)).text();
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    return {
      html,
      title: titleOf(html),
      isListed: !html.includes('<meta name="robots" content="noindex"'),
      canonical: canonical && new URL(canonical).pathname + new URL(canonical).search,
    };
  }

  it.each([
    ['/explore', 'Explore courses · CourseLift'],
    ['/explore?page=2', 'Explore courses, page 2 · CourseLift'],
    ['/explore?platform=Coursera', 'Explore courses: Coursera · CourseLift'],
    ['/explore?platform=Coursera&page=2', 'Explore courses: Coursera, page 2 · CourseLift'],
    ['/explore?status=Free', 'Explore courses: Free · CourseLift'],
  ])('lists %s under its own address and title', async (path, title) => {
    expect(await read(path)).toMatchObject({ title, isListed: true, canonical: path });
  });

  it.each([
    ['/explore?page=1', '/explore'],
    ['/explore?sort=relevance&level=All&nothing=x', '/explore'],
    ['/explore?page=2&platform=Coursera', '/explore?platform=Coursera&page=2'],
    ['/explore?tags=python%2C+', '/explore?tags=python'],
  ])('lists %s under the address %s', async (path, canonical) => {
    expect(await read(path)).toMatchObject({ isListed: true, canonical });
  });

  it('lists an address after the last page under that of the last page', async () => {
    const last = Math.ceil((await readStarterCatalogue()).length / 12);
    expect(await read('/explore?page=9999')).toMatchObject({ canonical: `/explore?page=${last}` });
  });

  it.each([
    '/explore?search=python',
    '/explore?sort=rating',
    '/explore?platform=Coursera&status=Free',
    '/explore?tags=python%2C+statistics',
    '/explore?platform=No+such+platform',
  ])('does not list %s', async (path) => {
    expect(await read(path)).toMatchObject({ isListed: false, canonical: undefined });
  });

  it('follows the pages of a list and the courses, and no link that only filters', async () => {
    const { html } = await read('/explore?platform=Coursera');
    const links = [...html.matchAll(/<a [^>]*?href="\/explore\?([^"]*)"[^>]*>/g)];
    const followed = links.filter(([link]) => !/rel="[^"]*nofollow/.test(link)).map(([, query]) => query);
    expect(links.length).toBeGreaterThan(10);
    expect(
      [...new Set(followed)].filter((query) => !/^platform=Coursera(&amp;page=\d+)?$/.test(query ?? '')),
    ).toEqual([]);
    expect(followed.length).toBeGreaterThan(1);
  });

  it('finds a course that cannot be loaded at the moment under a title that says so', async () => {
    const [course]: { slug: string }[] = await site.product.db.query('SELECT slug FROM courses LIMIT 1');
    await site.product.db.transaction(async (manager) => {
      await manager.query('LOCK TABLE courses');
      const page = await read(`/explore/${course?.slug}`);
      expect(page).toMatchObject({ title: 'This course could not be loaded · CourseLift', isListed: false });
      expect(page.html).not.toContain(catalogueCopy.course.missing.title);
    });
  });

  it('finds no two courses with the same title', async () => {
    const slugs: { slug: string }[] = await site.product.db.query(
      'SELECT slug FROM courses WHERE title IN (SELECT title FROM courses GROUP BY title HAVING count(*) > 1)',
    );
    expect(slugs.length).toBeGreaterThan(1);
    const titles = await Promise.all(slugs.map(async ({ slug }) => (await read(`/explore/${slug}`)).title));
    expect(repeated(titles)).toEqual([]);
  });

  it('finds no two built pages with the same title, and nothing after their end', async () => {
    const client = join(await builtPages(), 'client');
    const pages: string[] = [];
    for await (const entry of glob('**/*.html', { cwd: client, withFileTypes: true }))
      if (entry.isFile()) pages.push(await readFile(join(entry.parentPath, entry.name), 'utf8'));
    expect(repeated(pages.map(titleOf))).toEqual([]);
    expect(pages.filter((html) => !html.trimEnd().endsWith('</html>')).map(titleOf)).toEqual([]);
  });
});
