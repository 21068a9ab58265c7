import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { fileRequest, join } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { moveRequest } from './move-request.ts';
import { type HelpRequest, HelpRequestEntity, PlatformLoginEntity } from './request.entity.ts';

let product: TestProduct;
let request: HelpRequest;
const read = async () => product.db.getRepository(HelpRequestEntity).findOneByOrFail({ id: request.id });
const logins = () => product.db.getRepository(PlatformLoginEntity).countBy({ requestId: request.id });
const move = async (change: Parameters<typeof moveRequest>[2], from = read()) => {
  const current = await from;
  await inTransaction(product.db, (manager) => moveRequest(manager, current, change));
  return read();
};
beforeAll(async () => {
  product = await startTestProduct();
  const learner = await join(product.url, 'learner');
  const id = await fileRequest(product.url, learner);
  request = await product.db.getRepository(HelpRequestEntity).findOneByOrFail({ id });
});
afterAll(() => product?.close());

it('stores, renews and clears the reservation, sets each timestamp, and erases the login on enrolment', async () => {
  const until = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute));
  const reserve = (minute: number) =>
    ({ to: 'reserved', reservedById: request.learnerId, reservedUntil: until(minute) }) as const;
  expect(await move(reserve(1))).toMatchObject({ status: 'reserved', reservedUntil: until(1) });
  expect(await move(reserve(2))).toMatchObject({ status: 'reserved', reservedUntil: until(2) });
  const free = { reservedById: null, reservedUntil: null };
  expect(await move({ to: 'pending' })).toMatchObject({ status: 'pending', paidAt: null, ...free });
  await move(reserve(3));
  const paid = await move({ to: 'paid' });
  expect(paid).toMatchObject({ status: 'paid', paidAt: expect.any(Date), enrolledAt: null, ...free });
  expect([paid.accountEmail, await logins()]).toEqual(['login@platform.example', 1]);
  const enrolled = await move({ to: 'enrolled' });
  expect([enrolled.accountEmail, await logins()]).toEqual([null, 0]);
  expect(enrolled).toMatchObject({ paidAt: paid.paidAt, enrolledAt: expect.any(Date), completedAt: null });
  expect(await move({ to: 'refunded' })).toMatchObject({ status: 'refunded', paidAt: paid.paidAt });
  expect(await move({ to: 'pending' })).toMatchObject({ status: 'pending', paidAt: null, enrolledAt: null });
});

// ASVS 2.3.1
it('throws for a transition that is not in the table, and for a status that has changed since', async () => {
  const stale = await read();
  await expect(move({ to: 'completed' })).rejects.toThrow('cannot move from pending to completed');
  const withdrawn = await move({ to: 'withdrawn' });
  expect(withdrawn).toMatchObject({ status: 'withdrawn', withdrawnAt: expect.any(Date) });
  await expect(move({ to: 'paid' }, Promise.resolve(stale))).rejects.toThrow('no longer pending');
  expect(await read()).toEqual(withdrawn);
});
