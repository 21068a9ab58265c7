import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtPages } from '../support/built-pages.ts';
import { requireChromium } from '../support/requirements.ts';
import { openSite, type Site } from '../support/site.ts';
import { describeExcess, emptyWeight, totalOf } from '../weight/page-weight.ts';
import { weighBuiltPage } from '../weight/weigh-built-page.ts';
import { weighPage } from '../weight/weigh-page.ts';
import { weightLimits } from '../weight/weight-limits.ts';

const chromium = requireChromium();
// Every page, several times: slow machines need longer than a single way through the product.
const everyPageMs = 600_000;

describe('what a page may weigh', () => {
  it('is too much when scripts, or all together, are over the limit, or nothing came', () => {
    const limit = { scriptBytes: 100, totalBytes: 200 };
    const heavy = { ...emptyWeight(), html: 90, js: 101, fonts: 10 };
    expect(describeExcess('/', heavy, limit)).toEqual([
      '/ has 101 bytes of scripts, over 100',
      '/ weighs 201 bytes, over 200',
    ]);
    expect(describeExcess('/', { ...heavy, js: 100 }, limit)).toEqual([]);
    expect(describeExcess('/', emptyWeight(), limit)).toEqual(['/ could not be loaded']);
  });
});

describe.skipIf(chromium.missing)('the first view of', { timeout: everyPageMs }, () => {
  let site: Site;
  let client: string;
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
    client = `${await builtPages()}/client`;
  });
  afterAll(() => site?.close());

  it('every page is within its limit, on a telephone', async () => {
    const problems: string[] = [];
    for (const { path, who } of site.pages) {
      const [name = ''] = path.split('?');
      const limit = weightLimits[name];
      if (!limit) continue;
      const { context } = await site.open(who, { viewport: { width: 390, height: 844 } });
      const weight = await weighPage(context, path);
      await context.close();
      problems.push(...describeExcess(name, weight, limit));
    }
    expect(problems).toEqual([]);
  });

  it('a page weighs by its files about what it weighs in a browser', async () => {
    const { context } = await site.open('visitor', { viewport: { width: 390, height: 844 } });
    for (const path of ['/terms.html', '/user-auth']) {
      const seen = await weighPage(context, path);
      const built = weighBuiltPage(client, path) ?? emptyWeight();
      expect(built.js / seen.js).toBeCloseTo(1, 0);
      expect(totalOf(built) / totalOf(seen)).toBeGreaterThan(0.75);
      expect(totalOf(built) / totalOf(seen)).toBeLessThan(1.25);
    }
    await context.close();
  });
});
