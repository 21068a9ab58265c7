import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import type { RestReceiver } from '#contracts/payments/money-rules.ts';
import { initiatePayment } from '#contracts/payments/payments.ts';
import { redeemCourse } from '#contracts/purchases/purchases.ts';
import { chooseRest } from '#contracts/purchases/rests.ts';
import { requestRefundUnlessDisputed } from '#services/disputes/refund-unless-disputed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { type Refund, RefundEntity } from '#services/refunds/refund.entity.ts';
import { approveRefund, withdrawRefund } from '#services/refunds/request-refund.ts';
import { anyOther } from '#tests/support/money/approvals.ts';
import { claimFor, orderFor } from '#tests/support/money/paid-purchases.ts';
import { conflictOf, openPurchaseDesk, type PurchaseDesk } from '#tests/support/money/purchase-desk.ts';
import { amountFor, fileRequest, mailsTo } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { patient } from '#tests/support/soon.ts';
import { askPayer, returnMoney } from '../price-choices/price-choices.ts';
import type { Purchase } from '../purchase.entity.ts';
import { failPurchase, requeuePurchase } from '../requeue-purchase.ts';
import { requestLaterRests, requestRestAgain } from './request-rest.ts';

const paidMinor = 2_000_000;
const feeMinor = 1_800;

let desk: PurchaseDesk;
const stepRefundsIn = (refundStepMs: number) =>
  fetch(`${desk.product.sandbox.httpUrl}/payments/control/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refundStepMs }),
  });
beforeAll(async () => {
  desk = await openPurchaseDesk();
  await stepRefundsIn(1);
});
afterAll(() => desk?.product.close());

const choose = ({ requestId: id }: Purchase, rest: RestReceiver, who = desk.sponsor) =>
  callApi(desk.product.url, chooseRest, { params: { id }, body: { rest } }, who.token);
/** A paid course whose sponsor wants the rest back, claimed by Olive. */
async function wanting(rest: RestReceiver = 'payer'): Promise<Purchase> {
  const purchase = await desk.paid('gift-to-email');
  expect((await choose(purchase, rest)).status).toBe(200);
  await desk.claim(purchase);
  return purchase;
}
const refundsOf = ({ paymentId }: Purchase) =>
  desk.product.db.getRepository(RefundEntity).find({ where: { paymentId }, order: { createdAt: 'ASC' } });
const approve = ({ id: refundId }: Refund, operatorId: string) =>
  desk.record((manager) => approveRefund(manager, { refundId, operatorId }, anyOther));
const processed = (purchase: Purchase, count = 1) =>
  vi.waitFor(async () => {
    const refunds = await refundsOf(purchase);
    expect(refunds.filter(({ status }) => status === 'processed')).toHaveLength(count);
  }, patient);
const buyFor = (purchase: Purchase, chargedMinor: number) => desk.buy(purchase, { chargedMinor });
/** Returns what the sponsor's dashboard says about a course. */
async function shown({ requestId }: Purchase) {
  const { body } = await callApi(
    desk.product.url,
    getDashboard,
    { query: { requests: 50 } as object },
    desk.sponsor.token,
  );
  if (!('sponsoredRequests' in body)) throw new Error('Not a sponsor');
  return body.sponsoredRequests.find(({ _id }) => _id === requestId);
}
const openCases = ({ paymentId }: Purchase) =>
  desk.product.db.query(`SELECT kind, summary FROM cases WHERE subject_id = $1 AND status <> 'closed'`, [
    paymentId,
  ]);

describe('the rest of a cheaper course', () => {
  it('goes back without service fee when its payer chose that, with four eyes, and all books follow', async () => {
    const purchase = await wanting();
    await buyFor(purchase, 1_950_000);
    const [rest] = await refundsOf(purchase);
    expect(rest).toMatchObject({ isRest: true, amountMinor: 50_000, status: 'pending', approvedAt: null });
    expect(await openCases(purchase)).toEqual([
      { kind: 'refund', summary: 'Give back the rest of a cheaper course: ₦500' },
    ]);
    expect(await desk.balances(purchase)).toMatchObject({ request: 0, completion_fund: -50_000 });
    expect(await conflictOf(approve(rest as Refund, desk.olive))).toMatch(/^409 You requested this refund/);
    const before = await shown(purchase);
    expect(before?.rest).toMatchObject({ to: 'payer', canChange: false, amount: 500 });
    expect(before?.rest?.refunds).toEqual([{ status: 'pending', amount: 500, accountUrl: null }]);
    expect([before?.payment.refund, before?.purchase?.isRefunding]).toEqual([null, false]);
    await desk.handOver(purchase);
    expect((await desk.call(redeemCourse, purchase)).status).toBe(200);
    await approve(rest as Refund, desk.oscar);
    await processed(purchase);
    expect(await desk.balances(purchase)).toEqual({
      provider: expect.any(Number),
      provider_fees: expect.any(Number),
      request: 0,
      purchases: -1_950_000,
      completion_fund: 0,
      service_fees: -feeMinor,
      refunds_out: 0,
    });
    await vi.waitFor(async () => expect(await openCases(purchase)).toEqual([]), patient);
    expect((await shown(purchase))?.rest?.refunds).toMatchObject([{ status: 'processed', amount: 500 }]);
    expect((await shown(purchase))?.payment.outcome).toBe('success');
    expect(await desk.requestStatus(purchase)).toBe('enrolled');
    await vi.waitFor(async () => {
      const mails = await mailsTo(desk.product.sandbox.httpUrl, desk.sponsor.email);
      const started = mails.find(({ subject }) =>
        subject.startsWith('The rest of your payment is on its way'),
      );
      expect(started?.text).toContain(
        'The course cost less than you paid, and you chose to get the rest back.',
      );
      expect(mails.some(({ text }) => text.includes('A part of your payment was given back'))).toBe(true);
    }, patient);
  });

  it.each([
    ['in the fund unless its payer chose otherwise', 'fund', 1_900_000],
    ['in the fund below the minimum of the provider', 'payer', paidMinor - 4_999],
  ] as const)('stays %s', async (_, to, chargedMinor) => {
    const purchase = await wanting(to);
    await buyFor(purchase, chargedMinor);
    expect(await refundsOf(purchase)).toEqual([]);
    expect(await desk.balances(purchase)).toMatchObject({ completion_fund: chargedMinor - paidMinor });
    expect((await shown(purchase))?.rest).toMatchObject({
      to,
      minimum: 50,
      amount: (paidMinor - chargedMinor) / 100,
      refunds: [],
    });
  });

  it('that could not be given back is not said to be in the fund, until it is requested again', async () => {
    const purchase = await wanting();
    await buyFor(purchase, 1_950_000);
    const [rest] = await refundsOf(purchase);
    await desk.product.db.query(`UPDATE refunds SET status = 'failed' WHERE id = $1`, [rest?.id]);
    expect((await shown(purchase))?.rest?.refunds).toMatchObject([{ status: 'failed', amount: 500 }]);
  });

  it('of a mistyped order is withdrawn by an operator until it is approved, also once the learner is enrolled', async () => {
    const purchase = await wanting();
    await buyFor(purchase, 195_000);
    await desk.handOver(purchase);
    expect((await desk.call(redeemCourse, purchase)).status).toBe(200);
    const [rest] = await refundsOf(purchase);
    const withdrawal = { refundId: rest?.id ?? '', operatorId: desk.olive, reason: 'It cost ten times that' };
    const withdraw = () => desk.record((manager) => withdrawRefund(manager, withdrawal));
    await withdraw();
    expect(await refundsOf(purchase)).toEqual([]);
    expect(await desk.balances(purchase)).toMatchObject({ request: 0, completion_fund: -1_805_000 });
    expect((await shown(purchase))?.rest).toMatchObject({ to: 'payer', amount: 18_050, refunds: [] });
    expect(await desk.requestStatus(purchase)).toBe('enrolled');
    expect(await conflictOf(withdraw())).toMatch(/^404/);
  });

  it('goes back from the minimum of the provider on', async () => {
    const purchase = await wanting();
    await buyFor(purchase, paidMinor - 5_000);
    expect(await refundsOf(purchase)).toMatchObject([{ amountMinor: 5_000 }]);
  });

  it('is requested once when the order is recorded twice at once, and not at all when its transaction is cut off', async () => {
    const purchase = await wanting();
    const order = (manager: Parameters<typeof orderFor>[0]) =>
      orderFor(manager, purchase, desk.olive, 1_900_000);
    await expect(
      inTransaction(desk.product.db, async (manager) => {
        await order(manager);
        throw new Error('The power was cut');
      }),
    ).rejects.toThrow('The power was cut');
    expect(await refundsOf(purchase)).toEqual([]);
    const orders = await Promise.all([1, 2, 3].map(() => conflictOf(inTransaction(desk.product.db, order))));
    expect(orders.filter((result) => result === 'done')).toHaveLength(1);
    expect(await refundsOf(purchase)).toHaveLength(1);
  });
});

describe('the choice about the rest', () => {
  it('is sent with the payment, and the last one counts', async () => {
    const requestId = await fileRequest(desk.product.url, desk.learner);
    const body = { requestID: requestId, amount: amountFor(), currency: 'NGN' as const };
    const start = (more: object) =>
      callApi(desk.product.url, initiatePayment, { body: { ...body, ...more } }, desk.sponsor.token);
    const stored = async () =>
      (
        await desk.product.db.query(
          'SELECT wants_rest_back AS wants FROM sponsorships WHERE request_id = $1',
          [requestId],
        )
      )[0].wants;
    await start({});
    expect(await stored()).toBe(false);
    await start({ rest: 'payer' });
    expect(await stored()).toBe(true);
    await start({});
    expect(await stored()).toBe(true);
    await start({ rest: 'fund' });
    expect(await stored()).toBe(false);
  });

  it('is the payer’s alone, can be changed until the course is bought, and not later', async () => {
    const purchase = await wanting();
    expect((await choose(purchase, 'fund')).status).toBe(200);
    expect((await choose(purchase, 'payer')).status).toBe(200);
    expect((await shown(purchase))?.rest).toMatchObject({ to: 'payer', canChange: true, amount: null });
    expect((await choose(purchase, 'fund', desk.learner)).status).toBe(403);
    await buyFor(purchase, 1_900_000);
    expect((await choose(purchase, 'fund')).status).toBe(409);
    expect(await refundsOf(purchase)).toHaveLength(1);
  });

  it('that comes at the same moment as the order either counts or is rejected', async () => {
    const purchase = await wanting('fund');
    const [choice] = await Promise.all([choose(purchase, 'payer'), buyFor(purchase, 1_900_000)]);
    expect(await refundsOf(purchase)).toHaveLength(choice.status === 200 ? 1 : 0);
    expect((await shown(purchase))?.rest?.to).toBe(choice.status === 200 ? 'payer' : 'fund');
  });
});

describe('a cheaper course that has to be bought once more', () => {
  afterEach(() => stepRefundsIn(1));
  /** A course that the platform gave the price of back while its rest of the payment is on its way. */
  async function withRestUnderWay(chargedMinor: number, refundStepMs = 60_000): Promise<Purchase> {
    await stepRefundsIn(refundStepMs);
    const purchase = await wanting();
    await buyFor(purchase, chargedMinor);
    await approve((await refundsOf(purchase))[0] as Refund, desk.oscar);
    await again(purchase, true);
    return purchase;
  }
  const again = (purchase: Purchase, isMoneyBack: boolean) =>
    desk.record((manager) =>
      requeuePurchase(manager, {
        purchaseId: purchase.id,
        operatorId: desk.olive,
        reason: 'The code did not work',
        isMoneyBack,
      }),
    );

  it('has all of its money when the platform gave the price back before the rest was approved', async () => {
    const purchase = await wanting();
    await buyFor(purchase, 1_800_000);
    await again(purchase, true);
    expect(await refundsOf(purchase)).toEqual([]);
    expect(await openCases(purchase)).toEqual([]);
    expect(await desk.balances(purchase)).toMatchObject({ request: -paidMinor, completion_fund: 0 });
    await claimFor(desk.product, purchase, desk.olive);
    await buyFor(purchase, 1_990_000);
    expect(await refundsOf(purchase)).toMatchObject([{ amountMinor: 10_000 }]);
  });

  it('has what is left when the rest was approved before, and the payer is asked about more than that', async () => {
    const purchase = await wanting();
    await buyFor(purchase, 1_000_000);
    await approve((await refundsOf(purchase))[0] as Refund, desk.oscar);
    await again(purchase, true);
    await processed(purchase);
    expect(await desk.balances(purchase)).toMatchObject({ request: -1_000_000, completion_fund: 0 });
    await claimFor(desk.product, purchase, desk.olive);
    expect(await conflictOf(buyFor(purchase, paidMinor))).toMatch(/^409 .* far more than was paid/);
    await buyFor(purchase, 990_000);
    expect(await refundsOf(purchase)).toMatchObject([{ amountMinor: 1_000_000 }, { amountMinor: 10_000 }]);
  });

  it('gives the rest back all the same when the fund pays for the next attempt', async () => {
    const purchase = await wanting();
    await buyFor(purchase, 1_800_000);
    await again(purchase, false);
    expect(await refundsOf(purchase)).toMatchObject([{ amountMinor: 200_000, approvedAt: null }]);
    await claimFor(desk.product, purchase, desk.olive);
    await buyFor(purchase, 1_800_000);
    expect(await refundsOf(purchase)).toHaveLength(1);
    expect(await desk.balances(purchase)).toMatchObject({ request: 0, completion_fund: 1_600_000 });
  });

  it('gives the rest of the first order back also when the price of the next one comes back', async () => {
    const purchase = await wanting();
    await buyFor(purchase, 1_800_000);
    await again(purchase, false);
    await claimFor(desk.product, purchase, desk.olive);
    await buyFor(purchase, 1_700_000);
    await again(purchase, true);
    expect(await refundsOf(purchase)).toMatchObject([{ amountMinor: 200_000, restAttempt: 1 }]);
    expect(await openCases(purchase)).toMatchObject([{ kind: 'refund' }]);
    expect(await desk.balances(purchase)).toMatchObject({ request: 0, completion_fund: -200_000 });
  });

  it('gives the rest of the next order back once that of the first one has ended, with four eyes', async () => {
    const purchase = await withRestUnderWay(1_000_000);
    await claimFor(desk.product, purchase, desk.olive);
    await buyFor(purchase, 990_000);
    const [first] = await refundsOf(purchase);
    await desk.product.db.query(`UPDATE refunds SET status = 'failed' WHERE id = $1`, [first?.id]);
    await desk.record((manager) => requestLaterRests(manager, first as Refund));
    await desk.record((manager) => requestLaterRests(manager, first as Refund));
    const [, second, ...more] = await refundsOf(purchase);
    expect(second).toMatchObject({ amountMinor: 10_000, restAttempt: 2, approvedAt: null });
    expect(more).toEqual([]);
    expect(await conflictOf(approve(second as Refund, desk.olive))).toMatch(/^409 You requested this refund/);
    expect(await openCases(purchase)).toMatchObject([{ kind: 'refund' }]);
  });

  it('has the rest of the next order requested when the provider has paid out that of the first one', async () => {
    const purchase = await withRestUnderWay(1_000_000, 4_000);
    await claimFor(desk.product, purchase, desk.olive);
    await buyFor(purchase, 990_000);
    await processed(purchase);
    expect(await refundsOf(purchase)).toMatchObject([
      { amountMinor: 1_000_000, restAttempt: 1 },
      { amountMinor: 10_000, restAttempt: 2, requestedById: desk.olive },
    ]);
  });

  it('owes a rest that failed on its way until it is requested again, whatever became of the next one', async () => {
    const purchase = await withRestUnderWay(1_800_000);
    const [first] = await refundsOf(purchase);
    await desk.product.db.query(`UPDATE refunds SET status = 'failed' WHERE id = $1`, [first?.id]);
    await claimFor(desk.product, purchase, desk.olive);
    expect(await conflictOf(buyFor(purchase, paidMinor))).toMatch(/^409 .* second operator/);
    await buyFor(purchase, 1_700_000);
    const second = (await refundsOf(purchase))[1] as Refund;
    expect(second).toMatchObject({ amountMinor: 100_000, restAttempt: 2 });
    await desk.record((manager) =>
      withdrawRefund(manager, { refundId: second.id, operatorId: desk.olive, reason: 'Mistyped' }),
    );
    expect((await shown(purchase))?.rest?.refunds).toMatchObject([{ status: 'failed', amount: 2_000 }]);
    const { paymentId } = purchase;
    const once = () =>
      desk.record((manager) => requestRestAgain(manager, { paymentId, operatorId: desk.olive }));
    expect(await once()).toBe(true);
    expect((await refundsOf(purchase))[1]).toMatchObject({ amountMinor: 200_000, restAttempt: 1 });
    expect((await shown(purchase))?.rest?.refunds).toMatchObject([{ status: 'pending', amount: 2_000 }]);
    expect(await once()).toBe(false);
    const [, requestedAgain] = await refundsOf(purchase);
    await desk.product.db.query(`UPDATE refunds SET status = 'failed' WHERE id = $1`, [requestedAgain?.id]);
    await desk.record((manager) => requestLaterRests(manager, requestedAgain as Refund));
    expect(await refundsOf(purchase)).toHaveLength(2);
  });

  it('has no choice about a rest once the fund pays, and one where the money is there again', async () => {
    const lost = await wanting('fund');
    await buyFor(lost, 1_800_000);
    await again(lost, false);
    expect((await shown(lost))?.rest).toMatchObject({ to: 'fund', canChange: false });
    const rejected = await choose(lost, 'payer');
    expect([rejected.status, rejected.body.message]).toEqual([
      409,
      'Your payment was spent on an order that did not work, and the completion fund pays for the next one. Nothing was changed.',
    ]);
    const back = await wanting('fund');
    await buyFor(back, 1_800_000);
    await again(back, true);
    expect((await shown(back))?.rest).toMatchObject({ canChange: true });
    expect((await choose(back, 'payer')).status).toBe(200);
  });
});

it('a course that cannot be bought after all gives everything back once, the rest included', async () => {
  const purchase = await wanting();
  await buyFor(purchase, 1_500_000);
  await approve((await refundsOf(purchase))[0] as Refund, desk.oscar);
  await processed(purchase);
  const ended = { purchaseId: purchase.id, operatorId: desk.olive, reason: 'Sold out', isMoneyBack: true };
  await desk.record((manager) => failPurchase(manager, ended));
  const whole = { paymentId: purchase.paymentId, operatorId: desk.olive, reason: 'Sold out' };
  await desk.record((manager) => requestRefundUnlessDisputed(manager, whole, { isFourEyes: false }));
  await processed(purchase, 2);
  expect((await refundsOf(purchase)).map(({ amountMinor }) => amountMinor)).toEqual([
    500_000,
    paidMinor + feeMinor - 500_000,
  ]);
  await vi.waitFor(async () => expect(await desk.requestStatus(purchase)).toBe('refunded'), patient);
  expect(await desk.balances(purchase)).toMatchObject({
    request: 0,
    purchases: 0,
    completion_fund: 0,
    service_fees: 0,
  });
});

it('a course that cannot be bought after all keeps its refund case while the price is owed', async () => {
  const purchase = await wanting();
  await buyFor(purchase, 1_800_000);
  await approve((await refundsOf(purchase))[0] as Refund, desk.oscar);
  const ended = { purchaseId: purchase.id, operatorId: desk.olive, reason: 'Sold out', isMoneyBack: false };
  await desk.record((manager) => failPurchase(manager, ended));
  await processed(purchase);
  expect(await openCases(purchase)).toMatchObject([{ kind: 'refund' }]);
});

it('a payer who takes the money back while a rest is on its way gets the other part once it has arrived', async () => {
  await stepRefundsIn(3_000);
  const purchase = await wanting();
  await buyFor(purchase, 1_800_000);
  await approve((await refundsOf(purchase))[0] as Refund, desk.oscar);
  await desk.record((manager) =>
    requeuePurchase(manager, {
      purchaseId: purchase.id,
      operatorId: desk.olive,
      reason: 'Lost',
      isMoneyBack: true,
    }),
  );
  await claimFor(desk.product, purchase, desk.olive);
  const question = { purchaseId: purchase.id, operatorId: desk.olive, priceMinor: 2_900_000, message: '' };
  const choice = await desk.record((manager) => askPayer(manager, question));
  await desk.record((manager) => returnMoney(manager, choice, 'refund'));
  await vi.waitFor(async () => {
    const amounts = (await refundsOf(purchase)).map(({ isRest, amountMinor }) => [isRest, amountMinor]);
    expect(amounts).toEqual([
      [true, 200_000],
      [false, paidMinor + feeMinor - 200_000],
    ]);
  }, patient);
  await stepRefundsIn(1);
});

it('a rest that failed is not requested again once the price came back', async () => {
  const purchase = await wanting();
  await buyFor(purchase, 1_800_000);
  const [rest] = await refundsOf(purchase);
  await desk.product.db.query(`UPDATE refunds SET status = 'failed' WHERE id = $1`, [rest?.id]);
  const { paymentId } = purchase;
  await desk.record((manager) =>
    requeuePurchase(manager, {
      purchaseId: purchase.id,
      operatorId: desk.olive,
      reason: 'Lost',
      isMoneyBack: true,
    }),
  );
  const isRequested = await desk.record((manager) =>
    requestRestAgain(manager, { paymentId, operatorId: desk.olive }),
  );
  expect(isRequested).toBe(false);
  expect((await shown(purchase))?.rest?.refunds).toEqual([]);
});
