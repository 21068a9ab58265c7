import { afterAll, beforeAll, expect, it } from 'vitest';
import { filterCourses, findSavedCourses, saveCourse } from '#contracts/catalogue/catalogue.ts';
import { courseRow, fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let stranger: SignedIn;
let ids: string[];
beforeAll(async () => {
  product = await startTestProduct();
  await fillCatalogue(product.db, [courseRow({ title: 'Learn SQL' }), courseRow({ title: 'Learn Go' })]);
  learner = await join(product.url, 'learner');
  stranger = await join(product.url, 'sponsor');
  const { body } = await callApi(product.url, filterCourses, { query: { search: 'learn' } });
  ids = body.courses.map(({ _id }) => _id);
  const [{ title, description, url } = courseRow({ title: '' })] = body.courses;
  await callApi(product.url, saveCourse, { body: { title, description, link: url } }, learner.token);
});
afterAll(() => product?.close());

const ask = (asked: string, token: string) =>
  callApi(product.url, findSavedCourses, { query: { ids: asked } }, token);

it('returns which of the given courses the caller has saved, without those of other users', async () => {
  expect((await ask(ids.join(','), learner.token)).body.data).toEqual([ids[0]]);
  expect((await ask(`${ids[1]}`, learner.token)).body.data).toEqual([]);
  expect((await ask(ids.join(','), stranger.token)).body.data).toEqual([]);
});

it.each(['', 'x', `${'0'.repeat(3_000)}`])('rejects invalid ids: %j', async (asked) => {
  expect((await ask(asked, learner.token)).status).toBe(422);
});

it('rejects more ids than a page has', async () => {
  const many = Array.from({ length: 51 }, () => crypto.randomUUID()).join(',');
  expect((await ask(many, learner.token)).status).toBe(422);
});
