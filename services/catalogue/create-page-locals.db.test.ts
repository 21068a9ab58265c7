import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CourseQuerySchema } from '#contracts/catalogue/catalogue.ts';
import { HttpError } from '#services/platform/errors.ts';
import { createLogger } from '#services/platform/log.ts';
import { courseRow, fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { createPageLocals } from './create-page-locals.ts';
import { createSearchPool } from './search-pool.ts';

let product: TestProduct;
let search: ReturnType<typeof createSearchPool>;
beforeAll(async () => {
  product = await startTestProduct();
  search = createSearchPool(product.config.databaseUrl);
  await fillCatalogue(product.db, [courseRow({ title: 'Learn SQL', checkedOn: '2026-11-20' })]);
});
afterAll(async () => {
  await search?.end();
  await product?.close();
});

const everything = CourseQuerySchema.parse({});
const localsWith = (consumeRateLimit = async () => {}, pool = search) =>
  createPageLocals({ search: pool, log: createLogger(product.config, 'test') }, consumeRateLimit);

it('returns the data of every query and counts the page view once', async () => {
  const consumeRateLimit = vi.fn(async () => {});
  const locals = localsWith(consumeRateLimit);
  expect(await locals.searchCourses(everything)).toMatchObject({ data: { totalCourses: 1 } });
  expect(await locals.listCourses()).toEqual({
    data: [{ slug: expect.stringMatching(/^learn-sql/), checkedOn: '2026-11-20' }],
  });
  expect(await locals.findCourse('no-such-course')).toEqual({ data: undefined });
  expect(consumeRateLimit).toHaveBeenCalledTimes(1);
});

it('returns status 429 with the retry delay when the rate limit is exceeded', async () => {
  const exceedLimit = async () => {
    throw new HttpError(429, 'Too many tries.', { retryAfterS: 7 });
  };
  expect(await localsWith(exceedLimit).searchCourses(everything)).toEqual({ status: 429, retryAfterS: 7 });
});

it('returns status 503 when the database is unavailable', async () => {
  const unavailable = createSearchPool('postgres://nobody@127.0.0.1:1/nothing');
  expect(await localsWith(undefined, unavailable).searchCourses(everything)).toEqual({
    status: 503,
    retryAfterS: 5,
  });
  await unavailable.end();
});
