import { afterAll, beforeAll, expect, it } from 'vitest';
import * as inbox from '#contracts/desk/desk-inbox.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let ada: TestOperator;
let grace: TestOperator;
beforeAll(async () => {
  product = await startTestProduct();
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'operator', 'Grace');
});
afterAll(() => product?.close());

const save = (name: string, filters: object, { cookie } = ada) =>
  callDesk(product.url, inbox.saveView, { body: { name, filters } }, cookie);
const viewsOf = async ({ cookie }: TestOperator) =>
  (await callDesk(product.url, inbox.listViews, {}, cookie)).body.data.views;
const remove = (id: string, { cookie }: TestOperator) =>
  callDesk(product.url, inbox.deleteView, { params: { id } }, cookie);

it('a view is saved, replaced and deleted by its operator, and seen by no other', async () => {
  expect((await save('Refunds', { kind: 'refund,dispute', owner: 'me', order: 'amount' })).status).toBe(200);
  const [view] = await viewsOf(ada);
  expect(view).toMatchObject({ name: 'Refunds' });
  expect(Object.fromEntries(new URLSearchParams(view?.query))).toEqual({
    kind: 'refund,dispute',
    owner: 'me',
    order: 'amount',
  });
  expect(await viewsOf(grace)).toEqual([]);
  expect((await remove(view?.id ?? '', grace)).status).toBe(404);

  await Promise.all([save('Refunds', { kind: 'report' }), save('Refunds', { kind: 'report' })]);
  expect(await viewsOf(ada)).toEqual([{ id: view?.id, name: 'Refunds', query: 'kind=report' }]);
  expect((await remove(view?.id ?? '', ada)).status).toBe(200);
  expect((await remove(view?.id ?? '', ada)).status).toBe(404);
  expect(await viewsOf(ada)).toEqual([]);
});

it('a view without a name, or with filters that the inbox has not, is refused', async () => {
  expect((await save('  ', {})).status).toBe(422);
  expect((await save('Odd', { kind: 'nothing' })).status).toBe(422);
  expect(await viewsOf(ada)).toEqual([]);
});

it('an operator has at most 20 views, and may still replace one of them', async () => {
  for (let n = 1; n <= 20; n += 1) expect((await save(`View ${n}`, {}, grace)).status).toBe(200);
  expect(await save('One more', {}, grace)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Delete one first') },
  });
  expect((await save('View 7', { owner: 'me' }, grace)).status).toBe(200);
  expect(await viewsOf(grace)).toHaveLength(20);
});
