import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newPerson, openBrowser } from '#tests/support/browser/browser.ts';
import { builtPages } from '#tests/support/pages/built-pages.ts';
import { openPages } from '#tests/support/pages/site-addresses.ts';
import { requireChromium } from '#tests/support/vitest/requirements.ts';
import { describeExcess, type PageWeight, parts, totalOf } from '#tests/weight/page-weight.ts';
import { weighBuiltPage } from '#tests/weight/weigh-built-page.ts';
import { weighPage } from '#tests/weight/weigh-page.ts';
import { weightLimits } from '#tests/weight/weight-limits.ts';
import { printTable } from '../../tools/print.ts';
import { withProduct } from './with-product.ts';

/**
 * `npm run weight [-- URL]`: prints the transfer size of each page's first view, and fails when one exceeds its
 * limit. Measured in Chromium without a session; computed from the built files when there is no Chromium.
 */
async function weighAll(given: string | undefined): Promise<void> {
  const chromium = requireChromium();
  const weights = chromium.path ? await inBrowser(chromium.path, given) : byFiles(await builtPages());
  const kB = (bytes: number) => Number((bytes / 1_000).toFixed(1));
  printTable(
    ['page', ...parts, 'all', 'limit js', 'limit all'],
    [...weights].map(([path, weight]) => {
      const limit = weightLimits[path];
      const limits = [kB(limit?.scriptBytes ?? 0), kB(limit?.totalBytes ?? 0)];
      return [path, ...parts.map((part) => kB(weight[part])), kB(totalOf(weight)), ...limits];
    }),
  );
  process.stdout.write('In kilobytes (1,000 bytes) as they are sent.\n');
  const problems = [...weights].flatMap(([path, weight]) => {
    const limit = weightLimits[path];
    return limit ? describeExcess(path, weight, limit) : [];
  });
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

/** Pages that redirect visitors are computed from the built files. */
const behindSignIn = ['/dashboard', '/help', '/help-learner', '/fund-learner', '/profile'];

async function inBrowser(path: string, given: string | undefined): Promise<Map<string, PageWeight>> {
  const weights = byFiles(await builtPages());
  await withProduct(given, async (url) => {
    const browser = await openBrowser(path);
    for (const page of Object.keys(weightLimits)) {
      if (behindSignIn.includes(page)) continue;
      const { context } = await newPerson(browser, url, { viewport: { width: 390, height: 844 } });
      // Some pages need a query.
      const address = openPages.find((openPage) => openPage.split('?')[0] === page) ?? page;
      weights.set(page, await weighPage(context, address));
      await context.close();
    }
    await browser.close();
  });
  return weights;
}

function byFiles(dist: string): Map<string, PageWeight> {
  const weights = new Map<string, PageWeight>();
  for (const page of Object.keys(weightLimits)) {
    const weight = weighBuiltPage(join(dist, 'client'), page);
    if (weight) weights.set(page, weight);
  }
  return weights;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await weighAll(process.argv[2]);
