import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CourseQuerySchema } from '#contracts/catalogue.ts';
import { HttpError } from '#services/platform/errors.ts';
import { createLogger } from '#services/platform/log.ts';
import { courseRow, fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { startTestProduct, type TestProduct } from '#tests/support/test-product.ts';
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
const answer = (admit = async () => {}, pool = search) =>
  createPageLocals({ search: pool, log: createLogger(product.config, 'test') }, admit);

it('gives a page what it asks for, and counts the visit once', async () => {
  const admit = vi.fn(async () => {});
  const asked = answer(admit);
  expect(await asked.searchCourses(everything)).toMatchObject({ data: { totalCourses: 1 } });
  expect(await asked.listCourses()).toEqual({
    data: [{ slug: expect.stringMatching(/^learn-sql/), checkedOn: '2026-11-20' }],
  });
  expect(await asked.findCourse('no-such-course')).toEqual({ data: undefined });
  expect(admit).toHaveBeenCalledTimes(1);
});

it('tells a page that this was one visit too many', async () => {
  const refuse = async () => {
    throw new HttpError(429, 'Too many tries.', { retryAfterS: 7 });
  };
  expect(await answer(refuse).searchCourses(everything)).toEqual({ status: 429, retryAfterS: 7 });
});

it('tells a page that the catalogue is away', async () => {
  const away = createSearchPool('postgres://nobody@127.0.0.1:1/nothing');
  expect(await answer(undefined, away).searchCourses(everything)).toEqual({ status: 503, retryAfterS: 5 });
  await away.end();
});
