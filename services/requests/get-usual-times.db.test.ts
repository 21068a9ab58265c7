import { afterAll, beforeAll, expect, it } from 'vitest';
import { getUsualTimes } from '#contracts/requests/usual-times.ts';
import { insertPaidRequests } from '#tests/support/people/paid-requests.ts';
import type { SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startProductWithPeople } from '#tests/support/product/product-with-people.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';
import { readUsualTimes } from './get-usual-times.ts';

let product: TestProduct;
let learner: SignedIn;
beforeAll(async () => {
  ({ product, learner } = await startProductWithPeople());
});
afterAll(() => product?.close());

const paidRequests = (count: number, more?: string) => insertPaidRequests(product, learner, { count, more });

it('is a median of 30 or more requests that were paid, and unknown below', async () => {
  expect(await readUsualTimes(product.db)).toEqual({ paidDays: null, enrolledDays: null });
  await paidRequests(29);
  expect(await readUsualTimes(product.db)).toEqual({ paidDays: null, enrolledDays: null });
  await paidRequests(2);
  // 29 values from 1 to 29, and 1 and 2 once more.
  expect(await readUsualTimes(product.db)).toEqual({ paidDays: 14, enrolledDays: null });
});

it('counts neither sample data nor what is older than a year', async () => {
  const before = await readUsualTimes(product.db);
  await paidRequests(40, `'{"is_sample": true}'`);
  await paidRequests(40, `jsonb_build_object('paid_at', r.created_at - interval '2 years')`);
  expect(await readUsualTimes(product.db)).toEqual(before);
});

it('is at least one day, and knows the time until the enrolment apart', async () => {
  await paidRequests(
    80,
    `jsonb_build_object('paid_at', r.created_at, 'enrolled_at', CASE WHEN n % 2 = 0 THEN r.created_at END)`,
  );
  expect(await readUsualTimes(product.db)).toEqual({ paidDays: 1, enrolledDays: 1 });
});

it('is the same for everybody, and read once an hour', async () => {
  const read = async () => (await callApi(product.url, getUsualTimes, {})).body.data;
  const first = await read();
  await paidRequests(200);
  expect(await read()).toEqual(first);
});
