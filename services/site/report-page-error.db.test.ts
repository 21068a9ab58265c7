import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportPageError } from '#contracts/site/page-errors.ts';
import { registry } from '#services/platform/metrics/registry.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

const right = { page: '/help', component: 'HelpPage', error: 'NotFoundError', release: 'abc123' };
const report = (body: object) => callApi(product.url, reportPageError, { body: body as typeof right });
const counted = async () =>
  (await registry.getSingleMetric('courselift_page_errors_total')?.get())?.values[0]?.value;

it('counts a report', async () => {
  const before = (await counted()) ?? 0;
  expect((await report(right)).status).toBe(200);
  expect(await counted()).toBe(before + 1);
});

it.each([
  { ...right, page: '/help?token=secret' },
  { ...right, page: `/${'a'.repeat(200)}` },
  { ...right, component: 'Help page' },
  { ...right, error: 'No such node: "typed text"' },
  { ...right, release: 'a b' },
])('rejects a report with other texts: %o', async (body) => {
  const before = await counted();
  expect((await report(body)).status).toBe(422);
  expect(await counted()).toBe(before);
});

it('rejects a report of more than 2 KB before it is read', async () => {
  expect((await report({ ...right, more: 'x'.repeat(2_048) })).status).toBe(413);
});
