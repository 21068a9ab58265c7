import type { Browser } from 'playwright-core';
import { storedPagesCache } from '#src/browser/cache-names.ts';
import { newPerson, openBrowser } from '#tests/support/browser/browser.ts';
import { openAtRest } from '#tests/support/browser/open-at-rest.ts';
import { readSampleSite, type SampleSite } from '#tests/support/pages/sample-site.ts';
import type { SitePage } from '#tests/support/pages/site.ts';
import { type SwitchedSite, startSwitchedSite } from '#tests/support/servers/switched-site.ts';
import { requireChromium } from '#tests/support/vitest/requirements.ts';
import { describeExcess, type PageWeight, parts, totalOf } from '#tests/weight/page-weight.ts';
import { weighPage } from '#tests/weight/weigh-page.ts';
import { weightLimitOf } from '#tests/weight/weight-limits.ts';
import { printTable } from '../../tools/print.ts';
import { withProduct } from './with-product.ts';

// `npm run weight [-- URL]`: opens every page of a product with sample data in Chromium, as who sees something there. Prints what its
// first view transfers and how many requests it makes, and what a later visit of a person who is signed in transfers with the service
// worker. Fails when a page exceeds its limit.

const viewport = { width: 390, height: 844 };
const longestName = 44;

interface Weighed extends SitePage {
  weight: PageWeight;
  requests: number;
  /** Bytes of a later visit, headers included; undefined for pages that are not stored. */
  returnBytes: number | undefined;
}

async function weighAll(browser: Browser, site: SampleSite): Promise<Weighed[]> {
  const counted = await startSwitchedSite(site.url);
  const weighed: Weighed[] = [];
  for (const page of site.pages) {
    const options = { ...site.optionsOf(page.who), viewport, serviceWorkers: 'block' } as const;
    const { context } = await newPerson(browser, site.url, options);
    const first = await weighPage(context, page.path);
    await context.close();
    const returnBytes = page.who === 'visitor' ? undefined : await weighReturn(browser, site, counted, page);
    weighed.push({ ...page, ...first, returnBytes });
  }
  await counted.close();
  return weighed;
}

async function weighReturn(
  browser: Browser,
  site: SampleSite,
  counted: SwitchedSite,
  { who, path }: SitePage,
): Promise<number> {
  const options = { ...site.optionsOf(who, counted.url), viewport };
  const { page, context } = await newPerson(browser, counted.url, options);
  await page.goto(path);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await openAtRest(page, path);
  await page.waitForFunction((name) => caches.has(name), storedPagesCache);
  const before = counted.sentBytes();
  await openAtRest(page, path);
  const returnBytes = counted.sentBytes() - before;
  await context.close();
  return returnBytes;
}

function print(weighed: readonly Weighed[]): void {
  const kB = (bytes: number) => Number((bytes / 1_000).toFixed(1));
  printTable(
    ['page', 'who', ...parts, 'all', 'limit js', 'limit all', 'requests', 'return'],
    weighed.map(({ path, who, weight, requests, returnBytes }) => {
      const limit = weightLimitOf(path);
      return [
        path.slice(0, longestName),
        who,
        ...parts.map((part) => kB(weight[part])),
        kB(totalOf(weight)),
        kB(limit?.scriptBytes ?? 0),
        kB(limit?.totalBytes ?? 0),
        requests,
        returnBytes === undefined ? '' : kB(returnBytes),
      ];
    }),
  );
  process.stdout.write('In kilobytes (1,000 bytes) as they are sent.\n');
}

const chromium = requireChromium();
if (!chromium.path) throw new Error(chromium.missing);
const browser = await openBrowser(chromium.path);
await withProduct(process.argv[2], async (url) => {
  const weighed = await weighAll(browser, await readSampleSite(url));
  print(weighed);
  const problems = weighed.flatMap((page) => {
    const limit = weightLimitOf(page.path);
    return limit ? describeExcess(page.path, page, limit) : [];
  });
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
});
await browser.close();
