import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import { payDifference, takeMoneyBack } from '#contracts/purchases/price-choices.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { PriceChoiceEntity, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { balancesOf } from '#tests/support/money/paid-purchases.ts';
import { controlPayments } from '#tests/support/money/payment-control.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import {
  fileRequest,
  join,
  mailsTo,
  press,
  type SignedIn,
  startPayment,
} from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

const priceMinor = 2_000_000;

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

interface Review {
  sponsor: SignedIn;
  requestId: string;
  paymentId: string;
  caseId: string;
}

/** Has a payment reported with another amount; the case of its review is Ada's. */
async function underReview(paid: { amountMinor?: number; currency?: string }): Promise<Review> {
  const { url, db } = product;
  const [learner, sponsor] = [await join(url, 'learner'), await join(url, 'sponsor')];
  const requestId = await fileRequest(url, learner);
  const { reference, access_code } = (await startPayment(url, sponsor, requestId)).body.data.data;
  const fault = { on: 'verify', reference, fault: { kind: 'answer', ...paid } };
  await controlPayments(product, 'POST', 'faults', fault);
  await press(product.sandbox.httpUrl, access_code, 'pay');
  const { id: paymentId } = await vi.waitFor(
    () => db.getRepository(PaymentEntity).findOneByOrFail({ reference, status: 'needs_review' }),
    patient,
  );
  const [{ id: caseId }] = await db.query(
    `SELECT id FROM cases WHERE kind = 'payment_review' AND subject_id = $1`,
    [paymentId],
  );
  await callDesk(url, desk.claimCase, { params: { id: caseId } }, ada.cookie);
  return { sponsor, requestId, paymentId, caseId };
}

const act = (id: string, action: string, values: Record<string, string> = {}, { cookie } = ada) =>
  callDesk(product.url, desk.runCaseAction, { params: { id }, body: { action, values } }, cookie);
const read = async (id: string, { cookie } = ada) =>
  (await callDesk(product.url, desk.getCase, { params: { id } }, cookie)).body.data;
const offered = async (id: string) =>
  Object.fromEntries((await read(id)).actions.map(({ name, obstacle }) => [name, obstacle]));
const paymentOf = ({ paymentId }: Review) =>
  product.db.getRepository(PaymentEntity).findOneByOrFail({ id: paymentId });
const refundsOf = ({ paymentId }: Review) => product.db.getRepository(RefundEntity).findBy({ paymentId });
const purchaseOf = ({ paymentId }: Review) =>
  product.db.getRepository(PurchaseEntity).findOneByOrFail({ paymentId });
const requestStatus = async ({ requestId }: Review) =>
  (await product.db.query('SELECT status FROM requests WHERE id = $1', [requestId]))[0].status;
const caseOf = async (purchaseId: string) =>
  (
    await product.db.query(`SELECT id FROM cases WHERE kind = 'purchase' AND subject_id = $1`, [purchaseId])
  )[0].id as string;

describe('a payment that is a little too low', () => {
  it('is accepted once, for its request, and the course can be bought', async () => {
    const review = await underReview({ amountMinor: 1_950_000 });
    expect(await offered(review.caseId)).toMatchObject({ 'accept-payment': null, 'ask-for-rest': null });
    const both = await Promise.all([
      act(review.caseId, 'accept-payment'),
      act(review.caseId, 'accept-payment'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await act(review.caseId, 'ask-for-rest')).status).toBe(409);
    expect(await paymentOf(review)).toMatchObject({
      ...{ status: 'approved', priceMinor: 1_950_000, feeMinor: 0, amountMinor: 1_950_000 },
      ...{ capturedMinor: 1_950_000, receiptNumber: expect.any(Number) },
    });
    expect([await requestStatus(review), await refundsOf(review)]).toEqual(['paid', []]);
    expect(await read(review.caseId)).toMatchObject({ status: 'closed', outcome: 'accepted' });
    const purchase = await purchaseOf(review);
    const caseId = await caseOf(purchase.id);
    await callDesk(product.url, desk.claimCase, { params: { id: caseId } }, ada.cookie);
    expect((await act(caseId, 'start-buying')).status).toBe(200);
    const order = { orderNumber: 'CO-1', charged: '20000', currency: 'NGN' };
    expect((await act(caseId, 'record-order', order)).status).toBe(200);
    expect(await balancesOf(product, review.paymentId)).toEqual({
      ...{ provider: 1_920_750, provider_fees: 29_250, request: 0 },
      ...{ purchases: -priceMinor, completion_fund: 50_000 },
    });
    await vi.waitFor(
      async () =>
        expect(
          (await mailsTo(product.sandbox.httpUrl, review.sponsor.email)).map(({ subject }) => subject),
        ).toContainEqual(expect.stringMatching(/receipt|paid|thank/i)),
      patient,
    );
  });
});

describe('a payment that is far too low', () => {
  it('is not accepted without the rest, which its payer is asked for and pays', async () => {
    const review = await underReview({ amountMinor: 1_500_000 });
    expect(await offered(review.caseId)).toMatchObject({
      'accept-payment': expect.stringMatching(/^₦5,000 are missing to the price/),
      'ask-for-rest': null,
    });
    expect((await act(review.caseId, 'accept-payment')).status).toBe(409);
    expect((await act(review.caseId, 'ask-for-rest', { message: 'Your bank sent less.' })).status).toBe(200);
    const purchase = await purchaseOf(review);
    const [choice] = await product.db.getRepository(PriceChoiceEntity).findBy({ purchaseId: purchase.id });
    expect(choice).toMatchObject({
      ...{ priceMinor, differenceMinor: 500_000, isShortPayment: true, status: 'waiting' },
      message: 'Your bank sent less.',
    });
    const caseId = await caseOf(purchase.id);
    expect(await read(caseId)).toMatchObject({ status: 'waiting', waitingOn: 'sponsor', isMine: true });
    expect(await offered(caseId)).toMatchObject({
      'start-buying': expect.stringContaining('The payer is asked'),
    });
    await vi.waitFor(
      async () =>
        expect(
          (await mailsTo(product.sandbox.httpUrl, review.sponsor.email)).map(({ subject }) => subject),
        ).toContainEqual(expect.stringContaining('is not fully paid')),
      patient,
    );
    const params = { id: choice?.id ?? '' };
    const { body } = await callApi(product.url, payDifference, { params }, review.sponsor.token);
    await press(product.sandbox.httpUrl, body.data.data.access_code, 'pay');
    await vi.waitFor(
      async () => expect(await read(caseId)).toMatchObject({ status: 'claimed', waitingOn: null }),
      patient,
    );
    expect(await offered(caseId)).toMatchObject({ 'start-buying': null });
  });

  it('goes back completely when its payer does not pay the rest', async () => {
    const review = await underReview({ amountMinor: 1_500_000 });
    expect((await act(review.caseId, 'ask-for-rest')).status).toBe(200);
    const { id: purchaseId } = await purchaseOf(review);
    const { id } = await product.db.getRepository(PriceChoiceEntity).findOneByOrFail({ purchaseId });
    await callApi(product.url, takeMoneyBack, { params: { id } }, review.sponsor.token);
    expect(await refundsOf(review)).toMatchObject([
      {
        origin: 'payer',
        amountMinor: 1_500_000,
        isReasonForPayer: true,
        reason: expect.stringMatching(/^Less than the price/),
      },
    ]);
  });
});

describe('a payment that is too high', () => {
  it('is accepted, and what is above the price goes back before the course is bought', async () => {
    const review = await underReview({ amountMinor: 2_100_000 });
    expect((await read(review.caseId)).actions[0]?.notice).toMatch(/^₦20,000 of .*\n₦1,000 go back/);
    expect(await offered(review.caseId)).toMatchObject({
      'ask-for-rest': expect.stringContaining('Nothing is missing'),
    });
    expect((await act(review.caseId, 'accept-payment')).status).toBe(200);
    expect(await refundsOf(review)).toMatchObject([
      { amountMinor: 100_000, status: 'pending', isRest: false },
    ]);
    const caseId = await caseOf((await purchaseOf(review)).id);
    expect(await read(caseId)).toMatchObject({ approvals: [{ kind: 'refund', amountMinor: 100_000 }] });
    await callDesk(product.url, desk.claimCase, { params: { id: caseId } }, ada.cookie);
    expect(await offered(caseId)).toMatchObject({ 'start-buying': expect.stringContaining('refunded') });
    expect((await act(caseId, 'approve-refund', {}, grace)).status).toBe(200);
    await vi.waitFor(
      async () => expect(await refundsOf(review)).toMatchObject([{ status: 'processed' }]),
      patient,
    );
    const history = (await read(caseId)).history.map(({ act: name }) => name);
    expect(history).toEqual(expect.arrayContaining(['approve-refund', 'refund_processed']));
    expect(await offered(caseId)).toMatchObject({ 'start-buying': null });
    expect(await balancesOf(product, review.paymentId)).toMatchObject({
      request: -priceMinor,
    });
    expect(await requestStatus(review)).toBe('paid');
  });
});

it.each([
  ['was paid in another currency', { currency: 'USD' }, /paid in USD/],
  ['has no money', { amountMinor: 0 }, /no money/],
])('a payment that %s can only be refunded', async (_, paid, why) => {
  const { caseId } = await underReview(paid);
  expect(await offered(caseId)).toMatchObject({
    'accept-payment': expect.stringMatching(why),
    'ask-for-rest': expect.stringMatching(why),
  });
  expect((await act(caseId, 'accept-payment')).body.message).toMatch(why);
});

it('a payment whose request was funded meanwhile can only be refunded', async () => {
  const review = await underReview({ amountMinor: 1_990_000 });
  const other = await join(product.url, 'sponsor');
  await product.db.query('UPDATE requests SET reserved_until = now() WHERE id = $1', [review.requestId]);
  const paying = (await startPayment(product.url, other, review.requestId)).body.data.data;
  expect(await offered(review.caseId)).toMatchObject({
    'accept-payment': expect.stringContaining('Another sponsor is paying'),
  });
  await press(product.sandbox.httpUrl, paying.access_code, 'pay');
  await vi.waitFor(async () => expect(await requestStatus(review)).toBe('paid'), patient);
  expect((await act(review.caseId, 'accept-payment')).body.message).toContain('was funded');
  expect(await offered(review.caseId)).toMatchObject({ refund: null });
});
