import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { initiatePayment } from '#contracts/payments/payments.ts';
import { redeemCourse } from '#contracts/purchases/purchases.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { Refund } from '#services/refunds/refund.entity.ts';
import { withdrawRefund } from '#services/refunds/request-refund.ts';
import { orderFor } from '#tests/support/money/paid-purchases.ts';
import { conflictOf } from '#tests/support/money/purchase-desk.ts';
import { feeMinor, openRestDesk, paidMinor, type RestDesk } from '#tests/support/money/rest-desk.ts';
import { amountFor, fileRequest, mailsTo } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { patient } from '#tests/support/soon.ts';

let desk: RestDesk;
beforeAll(async () => {
  desk = await openRestDesk();
});
afterAll(() => desk?.product.close());

describe('the rest of a cheaper course', () => {
  it('goes back without service fee when its payer chose that, with four eyes, and all books follow', async () => {
    const purchase = await desk.wanting();
    await desk.buyFor(purchase, 1_950_000);
    const [rest] = await desk.refundsOf(purchase);
    expect(rest).toMatchObject({ isRest: true, amountMinor: 50_000, status: 'pending', approvedAt: null });
    expect(await desk.openCases(purchase)).toEqual([
      { kind: 'refund', summary: 'Give back the rest of a cheaper course: ₦500' },
    ]);
    expect(await desk.balances(purchase)).toMatchObject({ request: 0, completion_fund: -50_000 });
    expect(await conflictOf(desk.approve(rest as Refund, desk.olive))).toMatch(
      /^409 You requested this refund/,
    );
    const before = await desk.shown(purchase);
    expect(before?.rest).toMatchObject({ to: 'payer', canChange: false, amount: 500 });
    expect(before?.rest?.refunds).toEqual([{ status: 'pending', amount: 500, accountUrl: null }]);
    expect([before?.payment.refund, before?.purchase?.isRefunding]).toEqual([null, false]);
    await desk.handOver(purchase);
    expect((await desk.call(redeemCourse, purchase)).status).toBe(200);
    await desk.approve(rest as Refund, desk.oscar);
    await desk.processed(purchase);
    expect(await desk.balances(purchase)).toEqual({
      provider: expect.any(Number),
      provider_fees: expect.any(Number),
      request: 0,
      purchases: -1_950_000,
      completion_fund: 0,
      service_fees: -feeMinor,
      refunds_out: 0,
    });
    await vi.waitFor(async () => expect(await desk.openCases(purchase)).toEqual([]), patient);
    expect((await desk.shown(purchase))?.rest?.refunds).toMatchObject([{ status: 'processed', amount: 500 }]);
    expect((await desk.shown(purchase))?.payment.outcome).toBe('success');
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
    const purchase = await desk.wanting(to);
    await desk.buyFor(purchase, chargedMinor);
    expect(await desk.refundsOf(purchase)).toEqual([]);
    expect(await desk.balances(purchase)).toMatchObject({ completion_fund: chargedMinor - paidMinor });
    expect((await desk.shown(purchase))?.rest).toMatchObject({
      to,
      minimum: 50,
      amount: (paidMinor - chargedMinor) / 100,
      refunds: [],
    });
  });

  it('that could not be given back is not said to be in the fund, until it is requested again', async () => {
    const purchase = await desk.wanting();
    await desk.buyFor(purchase, 1_950_000);
    const [rest] = await desk.refundsOf(purchase);
    await desk.product.db.query(`UPDATE refunds SET status = 'failed' WHERE id = $1`, [rest?.id]);
    expect((await desk.shown(purchase))?.rest?.refunds).toMatchObject([{ status: 'failed', amount: 500 }]);
  });

  it('of a mistyped order is withdrawn by an operator until it is approved, also once the learner is enrolled', async () => {
    const purchase = await desk.wanting();
    await desk.buyFor(purchase, 195_000);
    await desk.handOver(purchase);
    expect((await desk.call(redeemCourse, purchase)).status).toBe(200);
    const [rest] = await desk.refundsOf(purchase);
    const withdrawal = { refundId: rest?.id ?? '', operatorId: desk.olive, reason: 'It cost ten times that' };
    const withdraw = () => desk.record((manager) => withdrawRefund(manager, withdrawal));
    await withdraw();
    expect(await desk.refundsOf(purchase)).toEqual([]);
    expect(await desk.balances(purchase)).toMatchObject({ request: 0, completion_fund: -1_805_000 });
    expect((await desk.shown(purchase))?.rest).toMatchObject({ to: 'payer', amount: 18_050, refunds: [] });
    expect(await desk.requestStatus(purchase)).toBe('enrolled');
    expect(await conflictOf(withdraw())).toMatch(/^404/);
  });

  it('goes back from the minimum of the provider on', async () => {
    const purchase = await desk.wanting();
    await desk.buyFor(purchase, paidMinor - 5_000);
    expect(await desk.refundsOf(purchase)).toMatchObject([{ amountMinor: 5_000 }]);
  });

  it('is requested once when the order is recorded twice at once, and not at all when its transaction is cut off', async () => {
    const purchase = await desk.wanting();
    const order = (manager: Parameters<typeof orderFor>[0]) =>
      orderFor(manager, purchase, desk.olive, 1_900_000);
    await expect(
      inTransaction(desk.product.db, async (manager) => {
        await order(manager);
        throw new Error('The power was cut');
      }),
    ).rejects.toThrow('The power was cut');
    expect(await desk.refundsOf(purchase)).toEqual([]);
    const orders = await Promise.all([1, 2, 3].map(() => conflictOf(inTransaction(desk.product.db, order))));
    expect(orders.filter((result) => result === 'done')).toHaveLength(1);
    expect(await desk.refundsOf(purchase)).toHaveLength(1);
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
    const purchase = await desk.wanting();
    expect((await desk.choose(purchase, 'fund')).status).toBe(200);
    expect((await desk.choose(purchase, 'payer')).status).toBe(200);
    expect((await desk.shown(purchase))?.rest).toMatchObject({ to: 'payer', canChange: true, amount: null });
    expect((await desk.choose(purchase, 'fund', desk.learner)).status).toBe(403);
    await desk.buyFor(purchase, 1_900_000);
    const late = await desk.choose(purchase, 'fund');
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('is bought already')]);
    expect(await desk.refundsOf(purchase)).toHaveLength(1);
  });

  it('that comes at the same moment as the order either counts or is rejected', async () => {
    const purchase = await desk.wanting('fund');
    const [choice] = await Promise.all([desk.choose(purchase, 'payer'), desk.buyFor(purchase, 1_900_000)]);
    expect(await desk.refundsOf(purchase)).toHaveLength(choice.status === 200 ? 1 : 0);
    expect((await desk.shown(purchase))?.rest?.to).toBe(choice.status === 200 ? 'payer' : 'fund');
  });
});
