import { afterAll, beforeAll, expect, it } from 'vitest';
import { courseRow, fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { median } from '../core/statistics.ts';

const samples = 40;
/** Largest ratio of an odd search to a plain one; parsing in quadratic time exceeds it many times over. */
const largestRatio = 5;

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await fillCatalogue(
    product.db,
    ['JavaScript for Everyone', 'Modern JavaScript', 'Chess Rules'].map((title) => courseRow({ title })),
  );
}, 120_000);
afterAll(() => product?.close());

async function search(query: string): Promise<number> {
  const startMs = performance.now();
  const response = await fetch(`${product.url}/api/explore/filter?${query}`);
  await response.arrayBuffer();
  expect([200, 400, 422]).toContain(response.status);
  return performance.now() - startMs;
}

it.each([
  ['a long word', `search=${'a'.repeat(10_240)}`],
  ['many words', `search=${'a%20'.repeat(60)}`],
  ['signs of queries', "search='%20%26%20!(&tags=')%20|%20('"],
  ['many tags', `tags=${'a%2C'.repeat(2_000)}`],
])('a search for %s costs about as much as a plain one', async (what, query) => {
  const plain: number[] = [];
  const odd: number[] = [];
  for (let sample = -5; sample < samples; sample += 1) {
    const [plainMs, oddMs] = [await search('search=javascript'), await search(query)];
    if (sample < 0) continue;
    plain.push(plainMs);
    odd.push(oddMs);
  }
  const ratio = median(odd) / median(plain);
  process.stdout.write(
    `${what}: ${median(odd).toFixed(1)} ms, plain ${median(plain).toFixed(1)} ms, ratio ${ratio.toFixed(2)}\n`,
  );
  expect(ratio).toBeLessThan(largestRatio);
});
