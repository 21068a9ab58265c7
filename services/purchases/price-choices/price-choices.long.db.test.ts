import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import * as desk from '#contracts/desk/desk.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { payDifference, takeMoneyBack } from '#contracts/purchases/price-choices.ts';
import { markReversed } from '#services/flows/complete-return.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { lockPayment } from '#services/payments/payments.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { balancesOf, claimFor, payForCourse } from '#tests/support/money/paid-purchases.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { join, mailsTo, press, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';
import { findContributions } from '../contributions.ts';
import { PriceChoiceEntity, type Purchase, PurchaseEntity } from '../purchase.entity.ts';
import { followUpChoices } from './price-choices.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let ada: TestOperator;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true' });
  await product.startWorkers();
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  ada = await joinDesk(product, 'operator', 'Ada');
});
afterAll(() => product?.close());

interface Asked {
  purchase: Purchase;
  caseId: string;
  choiceId: string;
}

const act = (caseId: string, action: string, values: Record<string, string> = {}) =>
  callDesk(product.url, desk.runCaseAction, { params: { id: caseId }, body: { action, values } }, ada.cookie);
const caseOf = async (subjectId: string, kind: string) =>
  (
    await product.db.query(
      `SELECT id, status, outcome, waiting_on AS "waitingOn" FROM cases WHERE subject_id = $1 AND kind = $2
       ORDER BY created_at DESC LIMIT 1`,
      [subjectId, kind],
    )
  )[0];
const choiceOf = ({ id }: Purchase) =>
  product.db.getRepository(PriceChoiceEntity).findOneOrFail({
    where: { purchaseId: id },
    order: { createdAt: 'DESC' },
  });
const purchaseOf = ({ id }: Purchase) => product.db.getRepository(PurchaseEntity).findOneByOrFail({ id });
const differencesOf = (choiceId: string) =>
  product.db
    .getRepository(PaymentEntity)
    .find({ where: { priceChoiceId: choiceId }, order: { createdAt: 'ASC' } });
const pay = (id: string, who = sponsor) => callApi(product.url, payDifference, { params: { id } }, who.token);
const takeBack = (id: string, who = sponsor) =>
  callApi(product.url, takeMoneyBack, { params: { id } }, who.token);
const verify = (reference: string) =>
  callApi(product.url, verifyPayment, { query: { reference } }, sponsor.token);
const expire = (choiceId: string) =>
  product.db.query(`UPDATE price_choices SET due_at = now() - interval '1 minute' WHERE id = $1`, [choiceId]);
const order = { orderNumber: 'ORDER-1', charged: '26000', currency: 'NGN' };

async function claimed(): Promise<{ purchase: Purchase; caseId: string }> {
  const purchase = await payForCourse(product, { learner, sponsor }, { delivery: 'gift-to-email' });
  const { id: caseId } = await caseOf(purchase.id, 'purchase');
  await callDesk(product.url, desk.claimCase, { params: { id: caseId } }, ada.cookie);
  expect((await act(caseId, 'start-buying')).status).toBe(200);
  return { purchase, caseId };
}

/** A course of ₦20,000 that costs 30 % more now, and its payer is asked. */
async function asked(): Promise<Asked> {
  const { purchase, caseId } = await claimed();
  expect((await act(caseId, 'record-order', order)).body.message).toMatch(/Ask the payer/);
  const question = { price: '26000', message: 'The sale has ended.' };
  expect((await act(caseId, 'ask-payer', question)).status).toBe(200);
  return { purchase, caseId, choiceId: (await choiceOf(purchase)).id };
}

async function sponsoredCard({ requestId }: Purchase) {
  const { body } = await callApi(product.url, getDashboard, {}, sponsor.token);
  const cards = 'sponsoredRequests' in body ? body.sponsoredRequests : [];
  return cards.filter(({ _id }) => _id === requestId);
}

describe('a price that rose by 30 %', () => {
  it('is a question to the payer by mail and on the dashboard; the course cannot be bought meanwhile', async () => {
    const { purchase, caseId, choiceId } = await asked();
    expect(await caseOf(purchase.id, 'purchase')).toMatchObject({ status: 'waiting', waitingOn: 'sponsor' });
    expect((await act(caseId, 'start-buying')).body.message).toMatch(
      /^The payer is asked about a higher price until/,
    );
    expect((await act(caseId, 'ask-payer', { price: '26000' })).status).toBe(409);
    const [operator] = await product.db.query(`SELECT id FROM users WHERE role = 'operator' LIMIT 1`);
    await expect(claimFor(product, purchase, operator.id)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^The payer is asked/),
    });
    const [card] = await sponsoredCard(purchase);
    expect(card?.priceChoice).toEqual({
      _id: choiceId,
      given: 20_000,
      isShortPayment: false,
      price: 26_000,
      difference: 6_000,
      fee: 5.4,
      amount: 6_005.4,
      message: 'The sale has ended.',
      until: expect.any(String),
    });
    const { body } = await callApi(product.url, getDashboard, {}, learner.token);
    const own = 'requests' in body ? body.requests.find(({ _id }) => _id === purchase.requestId) : undefined;
    expect(own?.purchase?.payerAskedUntil).toBe(card?.priceChoice?.until);
    await vi.waitFor(async () => {
      const mails = await mailsTo(product.sandbox.httpUrl, sponsor.email);
      const mail = mails.find(({ subject }) => subject.startsWith('Your decision, please'));
      expect(mail?.text).toContain('₦26,000');
      expect(mail?.text).toContain('The sale has ended.');
    }, patient);
  });

  it('is not asked about for less than 115 %, nor by an operator who does not hold the purchase', async () => {
    const { caseId } = await claimed();
    expect((await act(caseId, 'ask-payer', { price: '21600' })).body.message).toMatch(/above 115 % only/);
    expect((await act(caseId, 'ask-payer', { price: 'much' })).status).toBe(422);
    const free = await payForCourse(product, { learner, sponsor });
    const { id } = await caseOf(free.id, 'purchase');
    await callDesk(product.url, desk.claimCase, { params: { id } }, ada.cookie);
    expect((await act(id, 'ask-payer', { price: '26000' })).status).toBe(409);
  });

  it('can be taken back by the operator, unless the payer is paying', async () => {
    const { purchase, caseId, choiceId } = await asked();
    await pay(choiceId);
    expect((await act(caseId, 'withdraw-price-question')).body.message).toMatch(/begun to pay/);
    await product.db.query(`UPDATE payments SET status = 'abandoned' WHERE price_choice_id = $1`, [choiceId]);
    expect((await act(caseId, 'withdraw-price-question')).status).toBe(200);
    expect((await act(caseId, 'withdraw-price-question')).status).toBe(409);
    expect(await caseOf(purchase.id, 'purchase')).toMatchObject({ status: 'claimed' });
    expect((await pay(choiceId)).body.message).toMatch(/settled/);
    expect((await act(caseId, 'start-buying')).status).toBe(200);
    expect((await act(caseId, 'record-order', order)).body.message).toMatch(/Ask the payer/);
  });
});

describe('a payer who pays the difference', () => {
  it('pays once, although pressed twice at once; then the course is bought from both payments', async () => {
    const { purchase, caseId, choiceId } = await asked();
    const started = await Promise.all([pay(choiceId), pay(choiceId), pay(choiceId)]);
    const references = started.map(({ body }) => body.data.data.reference);
    expect(new Set(references).size).toBe(1);
    await press(product.sandbox.httpUrl, started[0]?.body.data.data.access_code ?? '', 'pay');
    const [reference = ''] = references;
    const results = await Promise.all([verify(reference), verify(reference)]);
    expect(results.map(({ body }) => body.data)).toEqual([
      expect.objectContaining({ status: 'success', isDifference: true, amount: 6_005.4 }),
      expect.objectContaining({ status: 'success', isDifference: true }),
    ]);
    expect((await choiceOf(purchase)).status).toBe('paid');
    expect((await pay(choiceId)).body.message).toMatch(/paid the difference already/);
    expect((await takeBack(choiceId)).status).toBe(409);
    expect(await caseOf(purchase.id, 'purchase')).toMatchObject({ status: 'claimed' });
    const cards = await sponsoredCard(purchase);
    expect(cards).toHaveLength(1);
    expect(cards[0]).toMatchObject({
      priceChoice: null,
      payment: { added: [{ reference, amount: 6_005.4 }] },
    });

    await act(caseId, 'start-buying');
    const [added] = await differencesOf(choiceId);
    const [{ id: refundId }] = await product.db.query(
      `INSERT INTO refunds (payment_id, origin, amount_minor, currency, reason)
       VALUES ($1, 'provider', 100, 'NGN', 'A part') RETURNING id`,
      [added?.id],
    );
    expect((await act(caseId, 'record-order', order)).body.message).toMatch(/being refunded/);
    await product.db.query('DELETE FROM refunds WHERE id = $1', [refundId]);
    expect((await act(caseId, 'record-order', order)).status).toBe(200);
    expect(added).toMatchObject({ status: 'added', receiptNumber: expect.any(Number) });
    const balances = await balancesOf(product, purchase.paymentId, added?.id ?? '');
    expect(balances).toMatchObject({ request: 0, purchases: -2_600_000, service_fees: -2_340 });
    expect(balances).not.toHaveProperty('completion_fund');
    const back = { reason: 'Sold out', isMoneyBack: 'yes' };
    expect((await act(caseId, 'end-purchase', back)).status).toBe(200);
    expect(await balancesOf(product, purchase.paymentId, added?.id ?? '')).toMatchObject({
      request: -2_600_000,
      purchases: 0,
    });
    for (const id of [purchase.paymentId, added?.id ?? ''])
      expect(await caseOf(id, 'refund')).toMatchObject({ status: 'open' });
  });

  it('gets the difference back too, when the first payment was given back', async () => {
    const { purchase, choiceId } = await asked();
    const { reference, access_code } = (await pay(choiceId)).body.data.data;
    await press(product.sandbox.httpUrl, access_code, 'pay');
    await verify(reference);
    await inTransaction(product.db, async (manager) => {
      const { payment, request } = await lockPayment(manager, purchase.paymentId);
      await markReversed(manager, payment, request);
    });
    expect(await purchaseOf(purchase)).toMatchObject({ status: 'failed' });
    const [added] = await differencesOf(choiceId);
    expect(await caseOf(added?.id ?? '', 'refund')).toMatchObject({ status: 'open' });
  });

  it('gets the difference back when it arrives after the question was closed', async () => {
    const { purchase, choiceId } = await asked();
    const { reference, access_code } = (await pay(choiceId)).body.data.data;
    expect((await takeBack(choiceId)).status).toBe(200);
    await press(product.sandbox.httpUrl, access_code, 'pay');
    expect((await verify(reference)).body.data).toMatchObject({ isRefundDue: true });
    expect((await choiceOf(purchase)).status).toBe('refund');
    expect((await findContributions(product.db.manager, purchase)).added).toEqual([]);
    const refunds = await product.db
      .getRepository(RefundEntity)
      .find({ order: { createdAt: 'DESC' }, take: 2 });
    expect(refunds.map(({ origin, amountMinor }) => [origin, amountMinor])).toEqual([
      ['settlement', 600_540],
      ['payer', 2_001_800],
    ]);
  });

  it('is one answer, and everything else goes back, when it is pressed together with the refund', async () => {
    const { purchase, choiceId } = await asked();
    const { reference, access_code } = (await pay(choiceId)).body.data.data;
    const pressAndVerify = press(product.sandbox.httpUrl, access_code, 'pay').then(() => verify(reference));
    const [paying, back] = await Promise.all([pressAndVerify, takeBack(choiceId)]);
    const { status } = await choiceOf(purchase);
    expect(status).toBe(back.status === 200 ? 'refund' : 'paid');
    expect(paying.body.data.isRefundDue).toBe(status === 'refund');
  });

  it('is not asked for another’s question, nor while the payment is disputed', async () => {
    const { purchase, choiceId } = await asked();
    const other = await join(product.url, 'sponsor');
    expect([(await pay(choiceId, other)).status, (await takeBack(choiceId, other)).status]).toEqual([
      404, 404,
    ]);
    expect((await pay(choiceId, learner)).status).toBe(403);
    await product.db.query(
      `INSERT INTO disputes (payment_id, provider_id, status, amount_minor, currency, due_at, opened_at)
       VALUES ($1, $2, 'awaiting_merchant', 2001800, 'NGN', now() + interval '1 day', now())`,
      [purchase.paymentId, crypto.randomUUID()],
    );
    expect((await pay(choiceId)).body.message).toMatch(/disputed/);
  });
});

describe('a payer who takes the money back', () => {
  it('ends the purchase once; an operator approves the refund', async () => {
    const { purchase, choiceId } = await asked();
    const answers = await Promise.all([takeBack(choiceId), takeBack(choiceId), takeBack(choiceId)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await purchaseOf(purchase)).toMatchObject({ status: 'failed' });
    expect(await caseOf(purchase.id, 'purchase')).toMatchObject({ status: 'closed' });
    const refunds = () => product.db.getRepository(RefundEntity).findBy({ paymentId: purchase.paymentId });
    expect(await refunds()).toMatchObject([
      { origin: 'payer', status: 'pending', approvedAt: null, amountMinor: 2_001_800 },
    ]);
    expect((await sponsoredCard(purchase))[0]?.payment.refund).toMatchObject({
      status: 'pending',
      amount: 20_018,
    });
    const { id } = await caseOf(purchase.paymentId, 'refund');
    await callDesk(product.url, desk.claimCase, { params: { id } }, ada.cookie);
    expect((await act(id, 'approve-refund')).status).toBe(200);
    await vi.waitFor(async () => expect(await refunds()).toMatchObject([{ status: 'processed' }]), patient);
    const balances = await balancesOf(product, purchase.paymentId);
    expect(balances).toMatchObject({ request: 0, service_fees: 0, refunds_out: 0 });
    const [{ status }] = await product.db.query('SELECT status FROM requests WHERE id = $1', [
      purchase.requestId,
    ]);
    expect(status).toBe('refunded');
  });

  it('gets back what is left, and of a payment with nothing left nothing', async () => {
    const give = (paymentId: string, amountMinor: number) =>
      product.db.query(
        `INSERT INTO refunds (payment_id, origin, status, amount_minor, currency, reason, processed_at)
         VALUES ($1, 'provider', 'processed', $2, 'NGN', 'A part', now())`,
        [paymentId, amountMinor],
      );
    const refundsOf = async ({ paymentId }: Purchase) =>
      (await product.db.getRepository(RefundEntity).findBy({ paymentId, origin: 'payer' })).map(
        ({ amountMinor }) => amountMinor,
      );
    const [partly, wholly] = [await asked(), await asked()];
    await give(partly.purchase.paymentId, 1_800);
    await give(wholly.purchase.paymentId, 2_001_800);
    for (const { choiceId } of [partly, wholly]) expect((await takeBack(choiceId)).status).toBe(200);
    expect(await refundsOf(partly.purchase)).toEqual([2_000_000]);
    expect(await refundsOf(wholly.purchase)).toEqual([]);
  });

  it('is not reminded before two days, and a question stays open until its last day', async () => {
    const { purchase } = await asked();
    expect(await followUpChoices(product.db)).toEqual({ asked: 0, expired: 0 });
    expect((await choiceOf(purchase)).status).toBe('waiting');
  });

  it('without an answer in time gets it back too, once, and is reminded before', async () => {
    const { purchase, choiceId } = await asked();
    await product.db.query(`UPDATE price_choices SET due_at = now() + interval '1 day' WHERE id = $1`, [
      choiceId,
    ]);
    expect((await followUpChoices(product.db)).asked).toBe(1);
    expect((await followUpChoices(product.db)).asked).toBe(0);
    const paying = await pay(choiceId);
    await expire(choiceId);
    expect((await followUpChoices(product.db)).expired).toBe(0);
    await product.db.query(
      `UPDATE payments SET created_at = now() - interval '2 hours' WHERE reference = $1`,
      [paying.body.data.data.reference],
    );
    expect((await takeBack(choiceId)).body.message).toMatch(/time to answer is over/);
    await Promise.all([followUpChoices(product.db), followUpChoices(product.db)]);
    expect((await choiceOf(purchase)).status).toBe('expired');
    expect(
      await product.db.getRepository(RefundEntity).findBy({ paymentId: purchase.paymentId }),
    ).toHaveLength(1);
    await vi.waitFor(async () => {
      const subjects = (await mailsTo(product.sandbox.httpUrl, sponsor.email)).map(({ subject }) => subject);
      expect(subjects.some((subject) => subject.startsWith('We are giving your money back'))).toBe(true);
    }, patient);
  });
});
