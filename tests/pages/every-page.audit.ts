import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '#tests/support/soon.ts';
import { headerProblems } from '../security/support/header-problems.ts';
import { newPerson } from '../support/browser/browser.ts';
import { openAtRest } from '../support/browser/open-at-rest.ts';
import { shiftSoFar, watchLayout } from '../support/browser/watch-layout.ts';
import { findLinks, type SiteLinks } from '../support/pages/find-links.ts';
import { openSite, type Site, signedIn } from '../support/pages/site.ts';
import { coursePage, missingPage } from '../support/pages/site-addresses.ts';
import { type PageVisit, visitedHtml, visitPages } from '../support/pages/visit-page.ts';
import { join } from '../support/people/people.ts';
import { longMs } from '../support/vitest/limits.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';
import { describeExcess, emptyWeight } from '../weight/page-weight.ts';
import { watchWeight, weighPage } from '../weight/weigh-page.ts';
import { weightLimitOf } from '../weight/weight-limits.ts';

const chromium = requireChromium();
// Every page in one test: slow machines need longer than for a single path through the product.
const telephone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
const sizes = [telephone, desktop];

describe('every page, in a browser', { ...needs(chromium), timeout: longMs }, () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
  });
  afterAll(() => site?.close());

  const visited = new Map<object, Promise<PageVisit[]>>();
  const visitsAt = (viewport: typeof desktop) => {
    const other = [...visited.values()][0];
    const visits =
      visited.get(viewport) ?? Promise.resolve(other).then((before) => visitPages(site, viewport, before));
    visited.set(viewport, visits);
    return visits;
  };

  it('loads each font once when it redirects a visitor who is not signed in', async () => {
    const { context } = await newPerson(site.browser, site.product.url, { serviceWorkers: 'block' });
    const { weight: signIn } = await weighPage(context, '/user-auth');
    expect(signIn.fonts).toBeGreaterThan(0);
    for (const path of ['/sponsor-status/', '/payment-verification/']) {
      const page = await context.newPage();
      const { weight } = await watchWeight(page);
      await openAtRest(page, path);
      expect(new URL(page.url()).pathname, path).toMatch(/^\/user-auth/);
      expect(weight().fonts, path).toBe(signIn.fonts);
      await page.close();
    }
    await context.close();
  });

  describe.each(sizes)('$width px wide', (viewport) => {
    let visits: PageVisit[];
    beforeAll(async () => {
      visits = await visitsAt(viewport);
    }, longMs);

    /** Returns one line for each page that `describe` finds a fault with. */
    const faults = (describeFault: (visit: PageVisit) => string[] | string | false) =>
      visits.flatMap((visit) =>
        [describeFault(visit) || []].flat().map((fault) => `${visit.who} on ${visit.path}: ${fault}`),
      );

    it('responds with its status and stays at its address', () => {
      expect(visits.length).toBeGreaterThan(20);
      expect(
        faults(({ path, response }) => {
          const status = response?.status();
          return status !== (path === missingPage ? 404 : 200) && `status ${status}`;
        }),
      ).toEqual([]);
      expect(faults(({ path, endedAt }) => endedAt !== path.split('?')[0] && `ended at ${endedAt}`)).toEqual(
        [],
      );
    });

    // ASVS 3.4.3, 3.7.1, 14.2.3
    it('has a content security policy with hashes and without exceptions', () => {
      expect(
        faults(({ response }) => {
          const policy = response?.headers()['content-security-policy'] ?? '';
          const isStrict =
            /script-src [^;]*'sha256-.*frame-ancestors 'none'.*require-trusted-types-for 'script'; trusted-types service-worker; worker-src 'self'/.test(
              policy,
            ) && !policy.includes('unsafe');
          return !isStrict && policy;
        }),
      ).toEqual([]);
    });

    it('has the security headers of every response', () => {
      expect(faults(({ response }) => headerProblems(response?.headers() ?? {}))).toEqual([]);
    });

    it('has a title, a description and one main heading', () => {
      expect(
        faults(({ title, description, mainHeadings }) => [
          ...(/\S.* . CourseLift$|^CourseLift . \S/.test(title) ? [] : [`title ${title}`]),
          ...(/\w{3}/.test(description ?? '') ? [] : [`description ${description}`]),
          ...(mainHeadings === 1 ? [] : [`${mainHeadings} main headings`]),
        ]),
      ).toEqual([]);
    });

    it('has valid HTML once its scripts have run', () => {
      expect(faults(({ invalid }) => invalid)).toEqual([]);
      expect(visitedHtml.unused()).toEqual([]);
    });

    it('logs no error or warning to the console', () => {
      // Chromium itself logs the 404 of a missing page.
      expect(
        faults(({ path, problems }) =>
          problems.filter((text) => !(path === missingPage && text.includes('status of 404'))),
        ),
      ).toEqual([]);
    });

    it('does not shift by itself', () => {
      expect(
        faults(({ who, shift, from }) => {
          // Behind a sign-in, what is shown comes from the server: it may grow, but hardly push.
          const limit = who === 'visitor' ? 0.0005 : 0.03;
          return shift > limit && `shifts by ${shift.toFixed(4)}: ${from}`;
        }),
      ).toEqual([]);
    });

    it('fits the width of the screen', () => {
      expect(
        faults(({ excess }) =>
          Object.entries(excess).flatMap(([width, px]) =>
            px > 0 ? [`${px} px too wide for ${width} px`] : [],
          ),
        ),
      ).toEqual([]);
    });

    it('has no barrier that axe finds, in both themes', () => {
      expect(visits.flatMap(({ barriers }) => barriers)).toEqual([]);
    });

    if (viewport !== telephone) return;

    it('transfers no more than its limit', () => {
      expect(
        visits.flatMap(({ path, response, weight, requests }) => {
          const limit = weightLimitOf(path);
          const isLoaded = response?.ok() || path === missingPage;
          return limit
            ? describeExcess(path, { weight: isLoaded ? weight : emptyWeight(), requests }, limit)
            : [];
        }),
      ).toEqual([]);
    });
  });

  describe('every link within the site', () => {
    let links: SiteLinks;
    beforeAll(async () => {
      links = await findLinks(site, await visitsAt(desktop));
    }, longMs);

    it('leads to a page that is there, and to a place in it that is there', async () => {
      expect([...links.inside.keys()].length).toBeGreaterThan(15);
      // A link that names a place is one of the specification's.
      expect([...links.inside.keys()]).toContain(`${site.product.url}/#faqs`);
      const dead: string[] = [];
      for (const [link, from] of links.inside) {
        const { origin, pathname, search, hash } = new URL(link);
        if (pathname === missingPage) continue;
        const answer = await fetch(`${origin}${pathname}${search}`);
        if (!answer.ok) dead.push(`${from} links to ${link}, which responds with ${answer.status}`);
        const ids = links.ids.get(pathname);
        if (hash && ids && !ids.has(decodeURIComponent(hash.slice(1))))
          dead.push(`${from} links to ${link}, and there is no such place`);
      }
      expect(dead).toEqual([]);
    });

    it('is found: the links that the specification names', () => {
      const paths = new Set([...links.inside.keys()].map((link) => link.slice(site.product.url.length)));
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

    it('to another site is https or mail, and does not hand over the window', () => {
      expect(links.outside.length).toBeGreaterThan(3);
      const wrong = links.outside.filter(
        ({ href, rel, target }) =>
          !/^(https:|mailto:)/.test(href) || (target === '_blank' && !/noopener|noreferrer/.test(rel)),
      );
      expect(wrong).toEqual([]);
    });
  });

  it('does not include the style page, which is for developers', async () => {
    expect((await fetch(`${site.product.url}/styleguide`)).status).toBe(404);
  });

  // ASVS 7.4.4
  it.each(sizes)('offers the profile and sign-out to the signed-in ($width px)', async (viewport) => {
    // Their own session, because it ends here.
    const { url } = site.product;
    const session = signedIn(url, 'learner', await join(url, 'learner'));
    const { context, page } = await newPerson(site.browser, url, {
      viewport,
      reducedMotion: 'no-preference',
      ...session,
    });
    const bar = page.getByRole('navigation', { name: 'Main' });
    // The navigation is the same on every page, and its width on each.
    const others = viewport === desktop ? ['/terms.html', '/help', coursePage, '/fund-learner'] : [];
    for (const path of [...others, '/']) {
      await page.goto(path);
      if (viewport.width < 992) await bar.getByText('Menu').click();
      for (const [name, href] of [
        ['Dashboard', '/dashboard'],
        ['Profile', '/profile'],
      ] as const)
        expect([path, await bar.getByRole('link', { name }).getAttribute('href')]).toEqual([path, href]);
      expect([path, await bar.getByRole('link', { name: 'Sign in' }).count()]).toEqual([path, 0]);
    }
    // The footer names it for the signed-in only, because the page is theirs.
    expect(await page.getByRole('link', { name: 'Sample requests' }).getAttribute('href')).toBe(
      '/fund-learner',
    );
    const reloaded = page.waitForEvent('load');
    await bar.getByRole('button', { name: 'Logout' }).click();
    await reloaded;
    await (viewport.width < 992 ? bar.getByText('Menu').click() : undefined);
    await bar.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('link', { name: 'Sample requests' }).count()).toBe(0);
    await context.close();
  });

  it('is reported when it shifts', async () => {
    const { context, page } = await site.open('visitor', { reducedMotion: 'no-preference' });
    await watchLayout(page);
    await openAtRest(page, '/terms.html');
    await page.evaluate(async () => {
      const words = document.createElement('h2');
      words.append('x', document.createElement('br'), 'y', document.createElement('br'), 'z');
      document.querySelector('main')?.prepend(words);
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
    await expect.poll(async () => (await shiftSoFar(page)).shift, patient).toBeGreaterThan(0.01);
    await context.close();
  });

  it.each([
    [1, 'is not reported', 0],
    [2, 'is reported', 2],
  ])('a call of a page that makes it twice, answered with 503 %i times, %s', async (times, _, expected) => {
    const { context, page, problems } = await site.open('learner');
    let calls = 0;
    const isDashboard = ({ pathname }: URL) => pathname === '/api/dashboard';
    await page.route(isDashboard, async (route) => {
      calls += 1;
      await (calls > times ? route.continue() : route.fulfill({ status: 503, json: { message: 'Busy.' } }));
    });
    await openAtRest(page, '/dashboard');
    // As when the tab is shown again: the dashboard is read.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => calls, patient).toBe(2);
    await expect.poll(() => problems.length, patient).toBe(expected);
    await context.close();
  });
});
