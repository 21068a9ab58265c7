import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { requestRefundUnlessDisputed } from '#services/disputes/refund-unless-disputed.ts';
import type { Refund } from '#services/refunds/refund.entity.ts';
import { withdrawRefund } from '#services/refunds/request-refund.ts';
import { claimFor } from '#tests/support/money/paid-purchases.ts';
import { conflictOf } from '#tests/support/money/purchase-desk.ts';
import { feeMinor, openRestDesk, paidMinor, type RestDesk } from '#tests/support/money/rest-desk.ts';
import { patient } from '#tests/support/soon.ts';
import { askPayer, returnMoney } from '../price-choices/price-choices.ts';
import type { Purchase } from '../purchase.entity.ts';
import { failPurchase, requeuePurchase } from '../requeue-purchase.ts';
import { findOwedRest } from './owed-rests.ts';
import { requestLaterRests, requestRestAgain } from './request-rest.ts';

let desk: RestDesk;
beforeAll(async () => {
  desk = await openRestDesk();
});
afterAll(() => desk?.product.close());

describe('a cheaper course that has to be bought once more', () => {
  afterEach(() => desk.stepRefundsIn(1));
  /** A course that the platform gave the price of back while its rest of the payment is on its way. */
  async function withRestUnderWay(chargedMinor: number, refundStepMs = 60_000): Promise<Purchase> {
    await desk.stepRefundsIn(refundStepMs);
    const purchase = await desk.wanting();
    await desk.buyFor(purchase, chargedMinor);
    await desk.approve((await desk.refundsOf(purchase))[0] as Refund, desk.oscar);
    // The provider has it then, and what it reports belongs to this refund.
    await vi.waitFor(async () => {
      expect(await desk.refundsOf(purchase)).toMatchObject([{ providerId: expect.any(String) }]);
    }, patient);
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
    const purchase = await desk.wanting();
    await desk.buyFor(purchase, 1_800_000);
    await again(purchase, true);
    expect(await desk.refundsOf(purchase)).toEqual([]);
    expect(await desk.openCases(purchase)).toEqual([]);
    expect(await desk.balances(purchase)).toMatchObject({ request: -paidMinor, completion_fund: 0 });
    await claimFor(desk.product, purchase, desk.olive);
    await desk.buyFor(purchase, 1_990_000);
    expect(await desk.refundsOf(purchase)).toMatchObject([{ amountMinor: 10_000 }]);
  });

  it('has what is left when the rest was approved before, and the payer is asked about more than that', async () => {
    const purchase = await desk.wanting();
    await desk.buyFor(purchase, 1_000_000);
    await desk.approve((await desk.refundsOf(purchase))[0] as Refund, desk.oscar);
    await again(purchase, true);
    await desk.processed(purchase);
    expect(await desk.balances(purchase)).toMatchObject({ request: -1_000_000, completion_fund: 0 });
    await claimFor(desk.product, purchase, desk.olive);
    expect(await conflictOf(desk.buyFor(purchase, paidMinor))).toMatch(/^409 .* far more than was paid/);
    await desk.buyFor(purchase, 990_000);
    expect(await desk.refundsOf(purchase)).toMatchObject([
      { amountMinor: 1_000_000 },
      { amountMinor: 10_000 },
    ]);
  });

  it('gives the rest back all the same when the fund pays for the next attempt', async () => {
    const purchase = await desk.wanting();
    await desk.buyFor(purchase, 1_800_000);
    await again(purchase, false);
    expect(await desk.refundsOf(purchase)).toMatchObject([{ amountMinor: 200_000, approvedAt: null }]);
    await claimFor(desk.product, purchase, desk.olive);
    await desk.buyFor(purchase, 1_800_000);
    expect(await desk.refundsOf(purchase)).toHaveLength(1);
    expect(await desk.balances(purchase)).toMatchObject({ request: 0, completion_fund: 1_600_000 });
  });

  it('gives the rest of the first order back also when the price of the next one comes back', async () => {
    const purchase = await desk.wanting();
    await desk.buyFor(purchase, 1_800_000);
    await again(purchase, false);
    await claimFor(desk.product, purchase, desk.olive);
    await desk.buyFor(purchase, 1_700_000);
    await again(purchase, true);
    expect(await desk.refundsOf(purchase)).toMatchObject([{ amountMinor: 200_000, restAttempt: 1 }]);
    expect(await desk.openCases(purchase)).toMatchObject([{ kind: 'refund' }]);
    expect(await desk.balances(purchase)).toMatchObject({ request: 0, completion_fund: -200_000 });
  });

  it('gives the rest of the next order back once that of the first one has ended, with four eyes', async () => {
    const purchase = await withRestUnderWay(1_000_000);
    await claimFor(desk.product, purchase, desk.olive);
    await desk.buyFor(purchase, 990_000);
    const [first] = await desk.refundsOf(purchase);
    await desk.product.db.query(`UPDATE refunds SET status = 'failed' WHERE id = $1`, [first?.id]);
    await desk.record((manager) => requestLaterRests(manager, first as Refund));
    await desk.record((manager) => requestLaterRests(manager, first as Refund));
    const [, second, ...more] = await desk.refundsOf(purchase);
    expect(second).toMatchObject({ amountMinor: 10_000, restAttempt: 2, approvedAt: null });
    expect(more).toEqual([]);
    expect(await conflictOf(desk.approve(second as Refund, desk.olive))).toMatch(
      /^409 You requested this refund/,
    );
    expect(await desk.openCases(purchase)).toMatchObject([{ kind: 'refund' }]);
  });

  it('has the rest of the next order requested when the provider has paid out that of the first one', async () => {
    const purchase = await withRestUnderWay(1_000_000, 4_000);
    await claimFor(desk.product, purchase, desk.olive);
    await desk.buyFor(purchase, 990_000);
    await desk.processed(purchase);
    expect(await desk.refundsOf(purchase)).toMatchObject([
      { amountMinor: 1_000_000, restAttempt: 1 },
      { amountMinor: 10_000, restAttempt: 2, requestedById: desk.olive },
    ]);
  });

  it('owes a rest that failed on its way until it is requested again, whatever became of the next one', async () => {
    const purchase = await withRestUnderWay(1_800_000);
    const [first] = await desk.refundsOf(purchase);
    await desk.product.db.query(`UPDATE refunds SET status = 'failed' WHERE id = $1`, [first?.id]);
    await claimFor(desk.product, purchase, desk.olive);
    expect(await conflictOf(desk.buyFor(purchase, paidMinor))).toMatch(/^409 .* second operator/);
    await desk.buyFor(purchase, 1_700_000);
    const second = (await desk.refundsOf(purchase))[1] as Refund;
    expect(second).toMatchObject({ amountMinor: 100_000, restAttempt: 2 });
    const owed = await findOwedRest(desk.product.db.manager, purchase.paymentId);
    expect(owed).toMatchObject({ amountMinor: 200_000, restAttempt: 1 });
    await desk.record((manager) =>
      withdrawRefund(manager, { refundId: second.id, operatorId: desk.olive, reason: 'Mistyped' }),
    );
    expect((await desk.shown(purchase))?.rest?.refunds).toMatchObject([{ status: 'failed', amount: 2_000 }]);
    const { paymentId } = purchase;
    const once = () =>
      desk.record((manager) => requestRestAgain(manager, { paymentId, operatorId: desk.olive }));
    expect(await once()).toBe(true);
    expect((await desk.refundsOf(purchase))[1]).toMatchObject({ amountMinor: 200_000, restAttempt: 1 });
    expect((await desk.shown(purchase))?.rest?.refunds).toMatchObject([{ status: 'pending', amount: 2_000 }]);
    expect(await once()).toBe(false);
    const [, requestedAgain] = await desk.refundsOf(purchase);
    await desk.product.db.query(`UPDATE refunds SET status = 'failed' WHERE id = $1`, [requestedAgain?.id]);
    await desk.record((manager) => requestLaterRests(manager, requestedAgain as Refund));
    expect(await desk.refundsOf(purchase)).toHaveLength(2);
  });

  it('has no choice about a rest once the fund pays, and one where the money is there again', async () => {
    const lost = await desk.wanting('fund');
    await desk.buyFor(lost, 1_800_000);
    await again(lost, false);
    expect((await desk.shown(lost))?.rest).toMatchObject({ to: 'fund', canChange: false });
    const rejected = await desk.choose(lost, 'payer');
    expect([rejected.status, rejected.body.message]).toEqual([
      409,
      'Your payment was spent on an order that did not work, and the completion fund pays for the next one. Nothing was changed.',
    ]);
    const back = await desk.wanting('fund');
    await desk.buyFor(back, 1_800_000);
    await again(back, true);
    expect((await desk.shown(back))?.rest).toMatchObject({ canChange: true });
    expect((await desk.choose(back, 'payer')).status).toBe(200);
  });
});

it('a course that cannot be bought after all gives everything back once, the rest included', async () => {
  const purchase = await desk.wanting();
  await desk.buyFor(purchase, 1_500_000);
  await desk.approve((await desk.refundsOf(purchase))[0] as Refund, desk.oscar);
  await desk.processed(purchase);
  const ended = { purchaseId: purchase.id, operatorId: desk.olive, reason: 'Sold out', isMoneyBack: true };
  await desk.record((manager) => failPurchase(manager, ended));
  const whole = { paymentId: purchase.paymentId, operatorId: desk.olive, reason: 'Sold out' };
  await desk.record((manager) => requestRefundUnlessDisputed(manager, whole, { isFourEyes: false }));
  await desk.processed(purchase, 2);
  expect((await desk.refundsOf(purchase)).map(({ amountMinor }) => amountMinor)).toEqual([
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
  const purchase = await desk.wanting();
  await desk.buyFor(purchase, 1_800_000);
  await desk.approve((await desk.refundsOf(purchase))[0] as Refund, desk.oscar);
  const ended = { purchaseId: purchase.id, operatorId: desk.olive, reason: 'Sold out', isMoneyBack: false };
  await desk.record((manager) => failPurchase(manager, ended));
  const priceReturns = `SELECT 1 FROM ledger_transactions WHERE kind = 'purchase_return' AND payment_id = $1`;
  expect(await desk.product.db.query(priceReturns, [purchase.paymentId])).toEqual([]);
  await desk.processed(purchase);
  expect(await desk.openCases(purchase)).toMatchObject([{ kind: 'refund' }]);
});

it('a payer who takes the money back while a rest is on its way gets the other part once it has arrived', async () => {
  await desk.stepRefundsIn(3_000);
  const purchase = await desk.wanting();
  await desk.buyFor(purchase, 1_800_000);
  await desk.approve((await desk.refundsOf(purchase))[0] as Refund, desk.oscar);
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
    const amounts = (await desk.refundsOf(purchase)).map(({ isRest, amountMinor }) => [isRest, amountMinor]);
    expect(amounts).toEqual([
      [true, 200_000],
      [false, paidMinor + feeMinor - 200_000],
    ]);
  }, patient);
  await desk.stepRefundsIn(1);
});

it('a rest that failed is not requested again once the price came back', async () => {
  const purchase = await desk.wanting();
  await desk.buyFor(purchase, 1_800_000);
  const [rest] = await desk.refundsOf(purchase);
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
  expect((await desk.shown(purchase))?.rest?.refunds).toEqual([]);
});
