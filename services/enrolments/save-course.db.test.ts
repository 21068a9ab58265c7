import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveCourse } from '#contracts/catalogue/catalogue.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { join } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

const body = {
  title: 'Learn SQL',
  description: 'Tables and questions.',
  link: 'https://sql.example/learn',
};

it('adds a course to the dashboard once when it is saved repeatedly', async () => {
  const { token } = await join(product.url, 'learner');
  const answers = await Promise.all([1, 2, 3].map(() => callApi(product.url, saveCourse, { body }, token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  expect(new Set(answers.map((answer) => answer.body.data._id)).size).toBe(1);
  expect(answers.map((answer) => answer.body.message).sort()).toEqual([
    'Course added to your dashboard.',
    'This course is already on your dashboard.',
    'This course is already on your dashboard.',
  ]);
  const dashboard = await callApi(product.url, getDashboard, {}, token);
  expect(dashboard.body.dashboardCourses).toEqual([expect.objectContaining({ ...body, status: 'saved' })]);
});

it('is saved for each user separately', async () => {
  const sponsor = await join(product.url, 'sponsor');
  expect((await callApi(product.url, saveCourse, { body }, sponsor.token)).status).toBe(201);
});

it.each([
  [{ title: '' }, 'title'],
  [{ link: 'javascript:alert(1)' }, 'link'],
])('rejects %o', async (wrong, field) => {
  const { token } = await join(product.url, 'learner');
  const answer = await callApi(product.url, saveCourse, { body: { ...body, ...wrong } }, token);
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
});
