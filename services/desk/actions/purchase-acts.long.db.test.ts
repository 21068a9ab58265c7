import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import { recordRefunds } from '#services/flows/record-refunds.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { payForCourse } from '#tests/support/money/paid-purchases.ts';
import { reportedRefund } from '#tests/support/money/reported-refund.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { join } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

let product: TestProduct;
let ada: TestOperator;
let grace: TestOperator;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true' });
  await product.startWorkers();
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'operator', 'Grace');
});
afterAll(() => product?.close());

const act = (id: string, action: string, values: Record<string, string> = {}, { cookie } = ada) =>
  callDesk(product.url, desk.runCaseAction, { params: { id }, body: { action, values } }, cookie);
const read = async (id: string, { cookie } = ada) =>
  (await callDesk(product.url, desk.getCase, { params: { id } }, cookie)).body.data;
const obstaclesOf = async (id: string, who = ada) =>
  Object.fromEntries((await read(id, who)).actions.map(({ name, obstacle }) => [name, obstacle]));
const formOf = async (id: string, action: string) =>
  (await read(id)).actions
    .find(({ name }) => name === action)
    ?.fields.map(({ name, initial, isRequired }) => [name, initial, isRequired]);

/** Has a course paid; the case of its purchase is Ada's. */
async function paid(request: object = {}) {
  const { url, db } = product;
  const people = { learner: await join(url, 'learner'), sponsor: await join(url, 'sponsor') };
  const { id: purchaseId, paymentId } = await payForCourse(product, people, request);
  const [{ id }] = await db.query(`SELECT id FROM cases WHERE kind = 'purchase' AND subject_id = $1`, [
    purchaseId,
  ]);
  await callDesk(url, desk.claimCase, { params: { id } }, ada.cookie);
  return { id: id as string, paymentId };
}

const order = { orderNumber: 'CO-1', charged: '12.50', currency: 'USD', exchangeRate: '1580.5' };

it('the form of an order starts with the last order of its purchase, else with currency and rate at its platform', async () => {
  const first = await paid();
  await act(first.id, 'start-buying');
  expect((await act(first.id, 'record-order', order)).status).toBe(200);
  expect(await read(first.id)).toMatchObject({
    purchase: { charged: { minor: 1_250, currency: 'USD' }, exchangeRate: 1580.5 },
  });
  await act(first.id, 'buy-again', { reason: 'It did not work', isMoneyBack: 'yes' });
  await act(first.id, 'start-buying');
  expect(await formOf(first.id, 'record-order')).toMatchObject([
    ['orderNumber', undefined, true],
    ['charged', '12.50', true],
    ['currency', 'USD', true],
    ['exchangeRate', '1580.5', false],
    ['redeemBy', undefined, false],
  ]);
  expect((await act(first.id, 'record-order', order)).status).toBe(200);
  const second = await paid();
  await act(second.id, 'start-buying');
  expect((await formOf(second.id, 'record-order'))?.map(([, initial]) => initial)).toEqual([
    undefined,
    undefined,
    'USD',
    '1580.5',
    undefined,
  ]);
});

it('a code is entered where the course is delivered by one, and nowhere else', async () => {
  for (const [delivery, fields] of [
    ['gift-to-email', []],
    ['enrolment-code', [['code', undefined, true]]],
  ] as const) {
    const { id } = await paid({ delivery });
    await act(id, 'start-buying');
    expect((await act(id, 'record-order', { ...order, orderNumber: delivery })).status).toBe(200);
    expect(await formOf(id, 'hand-over')).toEqual(fields);
    const right = fields.length > 0 ? { code: 'CODE-1' } : {};
    const wrong = fields.length > 0 ? {} : { code: 'CODE-1' };
    expect((await act(id, 'hand-over', wrong)).status).toBe(422);
    expect((await act(id, 'hand-over', right)).status).toBe(200);
  }
});

it('says why a purchase cannot be bought now, as the act does', async () => {
  const { id } = await paid();
  await act(id, 'start-buying');
  await callDesk(product.url, desk.releaseCase, { params: { id }, body: {} }, ada.cookie);
  await callDesk(product.url, desk.claimCase, { params: { id } }, grace.cookie);
  for (const name of ['start-buying', 'stop-buying', 'record-order', 'ask-payer', 'ask-for-higher-price']) {
    const obstacle = (await obstaclesOf(id, grace))[name];
    expect(obstacle).toMatch(/^Ada has claimed this purchase until/);
    expect((await act(id, name, { ...order, price: '30000' }, grace)).body.message).toBe(obstacle);
  }
  expect((await read(id, grace)).endObstacle).toMatch(/^The purchase has not ended/);
});

it('a refund from the case of a purchase is told in its history until it is paid out', async () => {
  const { id, paymentId } = await paid();
  expect((await act(id, 'refund', { reason: 'The course is not given any more.' })).status).toBe(200);
  expect(await obstaclesOf(id)).toMatchObject({
    'start-buying': expect.stringContaining('refunded'),
    'approve-refund': expect.stringContaining('Another operator'),
  });
  expect((await act(id, 'approve-refund', {}, grace)).status).toBe(200);
  await vi.waitFor(async () => expect((await read(id)).status).toBe('closed'), patient);
  const { history, outcome } = await read(id);
  expect(outcome).toBe('refunded');
  expect(history.map(({ act: name }) => name)).toEqual(
    expect.arrayContaining(['refund', 'approve-refund', 'refund_processed', 'closed']),
  );
  expect(await product.db.query('SELECT kind FROM cases WHERE subject_id = $1', [paymentId])).toEqual([]);
});

it('a refund that fails comes back in the case of its purchase, and has one of its own once the purchase ends', async () => {
  const { id, paymentId } = await paid();
  await act(id, 'start-buying');
  expect((await act(id, 'record-order', { ...order, charged: '12', exchangeRate: '1600' })).status).toBe(200);
  const failed = reportedRefund(crypto.randomUUID(), { amountMinor: 900, status: 'failed' });
  const report = { paymentId, refunds: [failed], readAt: new Date() };
  await inTransaction(product.db, (manager) => recordRefunds(manager, report));
  expect((await read(id)).history.map(({ act: name }) => name)).toContain('refund_failed');
  const refundCases = () =>
    product.db.query(`SELECT status FROM cases WHERE kind = 'refund' AND subject_id = $1`, [paymentId]);
  expect(await refundCases()).toEqual([]);
  expect(await obstaclesOf(id)).toMatchObject({ refund: null });
  expect((await act(id, 'hand-over')).status).toBe(200);
  expect((await act(id, 'mark-enrolled', { reason: 'The learner wrote it.' })).status).toBe(200);
  expect(await refundCases()).toEqual([{ status: 'open' }]);
});
