import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { saveCourse } from '#contracts/catalogue/catalogue.ts';
import { getDashboard, type LearnerDashboardSchema } from '#contracts/dashboard/dashboard.ts';
import { fund, pdf, upload } from '#tests/support/money/certificates.ts';
import { orderCourse } from '#tests/support/money/paid-purchases.ts';
import { sendProof } from '#tests/support/money/proofs.ts';
import { join, requestBody, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let sponsor: SignedIn;
let learner: SignedIn;
const { link } = requestBody();
const saved = { title: 'Machine Learning', description: 'From the catalogue.', link };

beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  sponsor = await join(product.url, 'sponsor');
  learner = await join(product.url, 'learner');
});
afterAll(() => product?.close());

async function dashboard(): Promise<z.output<typeof LearnerDashboardSchema>> {
  return (await callApi(product.url, getDashboard, {}, learner.token)).body as never;
}

it('links a course that was saved before to the paid request', async () => {
  const { body } = await callApi(product.url, saveCourse, { body: saved }, learner.token);
  const { id } = await fund(product, learner, sponsor, true, link);
  expect(id).toBe(body.data._id);
  expect((await dashboard()).dashboardCourses).toHaveLength(1);
});

it('enrols once more for a second paid request for the same link, and each is completed separately', async () => {
  const second = await fund(product, learner, sponsor, true, link);
  expect((await dashboard()).dashboardCourses).toHaveLength(2);
  await orderCourse(product, second.requestId);
  expect((await sendProof(product.url, sponsor, second.requestId, pdf())).status).toBe(200);
  expect((await upload(product.url, learner.token, second.id, pdf())).status).toBe(200);
  const { requests, dashboardCourses } = await dashboard();
  expect(requests.map(({ status }) => status).sort()).toEqual(['completed', 'paid']);
  expect(dashboardCourses.map(({ status }) => status).sort()).toEqual(['being-arranged', 'completed']);
});

it('is being arranged until the learner is enrolled: not counted as enrolled, and not completed by a certificate', async () => {
  const person = await join(product.url, 'learner');
  const read = async () =>
    (await callApi(product.url, getDashboard, {}, person.token)).body as unknown as z.output<
      typeof LearnerDashboardSchema
    >;
  const { id, requestId } = await fund(product, person, sponsor);
  expect(await read()).toMatchObject({
    counters: { paid: 1, enrolled: 0, completed: 0 },
    totalCourses: 1,
    dashboardCourses: [{ status: 'being-arranged' }],
  });
  const uploads = await Promise.all([1, 2].map(() => upload(product.url, person.token, id, pdf())));
  for (const { status, body } of uploads) {
    expect([status, body.message]).toEqual([
      409,
      'Your place in this course is still being arranged. We write to you when you are enrolled; then you can upload the certificate.',
    ]);
  }
  const [request] = await product.db.query('SELECT status FROM requests WHERE id = $1', [requestId]);
  expect(request.status).toBe('paid');
  await orderCourse(product, requestId);
  expect((await sendProof(product.url, sponsor, requestId, pdf())).status).toBe(200);
  expect(await read()).toMatchObject({
    counters: { enrolled: 1, completed: 0 },
    dashboardCourses: [{ status: 'in-progress' }],
  });
  expect((await upload(product.url, person.token, id, pdf())).status).toBe(200);
  expect((await read()).counters).toMatchObject({ enrolled: 0, completed: 1 });
});

it('does not save a paid course a second time', async () => {
  const response = await callApi(product.url, saveCourse, { body: saved }, learner.token);
  expect([response.status, response.body.message]).toEqual([
    200,
    'This course is already on your dashboard.',
  ]);
  expect((await dashboard()).dashboardCourses).toHaveLength(2);
});
