import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markReversed } from '#services/flows/complete-return.ts';
import { lockPayment } from '#services/payments/payments.ts';
import { anyOther } from '#tests/support/money/approvals.ts';
import { conflictOf, openPurchaseDesk, type PurchaseDesk } from '#tests/support/money/purchase-desk.ts';
import { approveOverrun, requestOverrun } from './buy-purchase.ts';
import { releasePurchase } from './lock-purchase.ts';
import { failPurchase, requeuePurchase } from './requeue-purchase.ts';

let desk: PurchaseDesk;
beforeAll(async () => {
  desk = await openPurchaseDesk();
});
afterAll(() => desk?.product.close());

describe('a settled payment', () => {
  it('queues one purchase with a case', async () => {
    const purchase = await desk.paid();
    expect(purchase).toMatchObject({ status: 'queued', attempt: 1, ownerId: null });
    expect(await desk.caseOf(purchase)).toMatchObject({ status: 'open', summary: 'Buy “Machine Learning”' });
  });
});

describe('two operators', () => {
  it('claim the same purchase at once: one has it, the other reads who', async () => {
    const purchase = await desk.paid();
    const results = await Promise.all(
      [desk.olive, desk.oscar].map((operatorId) => conflictOf(desk.claim(purchase, operatorId))),
    );
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
    expect(results.find((result) => result !== 'done')).toMatch(
      /^409 Olive Operator has claimed this purchase until \d\d:\d\d UTC\.$/,
    );
  });

  it('buy at once: one buys, and the money is spent once', async () => {
    const purchase = await desk.paid();
    await desk.claim(purchase);
    const results = await Promise.all(
      [desk.olive, desk.olive, desk.oscar].map((operatorId) =>
        conflictOf(desk.buy(purchase, { operatorId })),
      ),
    );
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
    for (const result of results.filter((answer) => answer !== 'done'))
      expect(result).toMatch(/^409 (You|Olive)/);
    expect((await desk.balances(purchase)).purchases).toBe(-2_000_000);
  });

  it('take turns: a claim that lapsed or was released is free again', async () => {
    const purchase = await desk.paid();
    await desk.claim(purchase);
    await desk.product.db.query(
      `UPDATE purchases SET claimed_until = now() - interval '1 second' WHERE id = $1`,
      [purchase.id],
    );
    expect(await conflictOf(desk.buy(purchase))).toBe('409 Claim this purchase before you buy the course.');
    expect((await desk.claim(purchase, desk.oscar)).ownerId).toBe(desk.oscar);
    const release = (operatorId: string) =>
      conflictOf(desk.record((manager) => releasePurchase(manager, { purchaseId: purchase.id, operatorId })));
    expect(await release(desk.olive)).toMatch(/has claimed this purchase until/);
    expect(await conflictOf(desk.buy(purchase))).toMatch(/has claimed this purchase until/);
    expect(await release(desk.oscar)).toBe('done');
    expect(await release(desk.oscar)).toBe('409 This purchase is not claimed.');
    expect((await desk.claim(purchase)).ownerId).toBe(desk.olive);
  });
});

describe('the price', () => {
  it('that is lower leaves a rest, and 4 % more comes from the fund', async () => {
    const [cheap, dear] = [await desk.paid(), await desk.paid()];
    await desk.claim(cheap);
    await desk.claim(dear);
    await desk.buy(cheap, { chargedMinor: 1_500_000 });
    await desk.buy(dear, { chargedMinor: 1_300, chargedCurrency: 'USD', exchangeRate: 1_600 });
    expect(await desk.balances(cheap)).toMatchObject({
      request: 0,
      purchases: -1_500_000,
      completion_fund: -500_000,
    });
    expect(await desk.balances(dear)).toMatchObject({
      request: 0,
      purchases: -2_080_000,
      completion_fund: 80_000,
    });
  });

  it('of 8 % more needs a second operator, and 30 % more the payer', async () => {
    const purchase = await desk.paid();
    await desk.claim(purchase);
    expect(await conflictOf(desk.buy(purchase, { chargedMinor: 2_160_000 }))).toMatch(
      /A second operator has to approve/,
    );
    expect(await conflictOf(desk.buy(purchase, { chargedMinor: 2_600_000 }))).toMatch(/Ask the payer/);
    const action = { purchaseId: purchase.id, operatorId: desk.olive };
    await desk.record((manager) => requestOverrun(manager, { ...action, spentMinor: 2_160_000 }));
    const approve = (operatorId: string) =>
      desk.record((manager) => approveOverrun(manager, { ...action, operatorId }, anyOther));
    expect(await conflictOf(approve(desk.olive))).toMatch(/You asked for this price yourself/);
    await approve(desk.oscar);
    expect(await conflictOf(desk.buy(purchase, { chargedMinor: 2_200_000 }))).toMatch(/second operator/);
    await desk.buy(purchase, { chargedMinor: 2_160_000 });
    expect(await desk.balances(purchase)).toMatchObject({ completion_fund: 160_000 });
  });

  it('is not one for a second operator below 105 %, or above 115 %, or after the claim', async () => {
    const purchase = await desk.paid();
    await desk.claim(purchase);
    const action = { purchaseId: purchase.id, operatorId: desk.olive };
    const request = (spentMinor: number) =>
      conflictOf(desk.record((manager) => requestOverrun(manager, { ...action, spentMinor })));
    const approve = () =>
      conflictOf(
        desk.record((manager) => approveOverrun(manager, { ...action, operatorId: desk.oscar }, anyOther)),
      );
    for (const spentMinor of [2_100_000, 2_600_000])
      expect(await request(spentMinor)).toMatch(/^409 This price is not one that a second operator/);
    expect(await approve()).toBe('409 No operator has asked for a higher price of this course.');
    expect(await request(2_160_000)).toBe('done');
    expect(await approve()).toBe('done');
    expect(await request(2_170_000)).toBe('done');
    expect(await conflictOf(desk.buy(purchase, { chargedMinor: 2_165_000 }))).toMatch(/second operator/);
    await desk.record((manager) => releasePurchase(manager, action));
    expect(await approve()).toBe('409 No operator has asked for a higher price of this course.');
  });

  it.each([
    ['NGN', 2],
    ['USD', 0],
  ])('in %s at a rate of %d is refused', async (chargedCurrency, exchangeRate) => {
    const purchase = await desk.paid();
    await desk.claim(purchase);
    expect(await conflictOf(desk.buy(purchase, { chargedCurrency, exchangeRate }))).toMatch(
      /^422 .*exchange rate/,
    );
  });
});

describe('a purchase that is held', () => {
  const held = '409 A report or suspension about this request is open, so the course must not be bought now.';

  it.each(['payer', 'learner'] as const)('is not bought while its %s is suspended', async (role) => {
    const purchase = await desk.paid();
    await desk.claim(purchase);
    const [{ id }] = await desk.product.db.query(
      `INSERT INTO suspensions (user_id, reason, suspended_by_id)
       SELECT CASE $2 WHEN 'payer' THEN p.payer_id ELSE r.learner_id END, 'Reported', $3::uuid
       FROM payments p JOIN requests r ON r.id = p.request_id WHERE p.id = $1 RETURNING id`,
      [purchase.paymentId, role, desk.oscar],
    );
    expect(await conflictOf(desk.buy(purchase))).toBe(held);
    await desk.product.db.query('UPDATE suspensions SET lifted_at = now(), lifted_by_id = $2 WHERE id = $1', [
      id,
      desk.oscar,
    ]);
    expect(await conflictOf(desk.buy(purchase))).toBe('done');
  });

  it('is not claimed while its request is', async () => {
    const purchase = await desk.paid();
    await desk.product.db.query(`UPDATE requests SET holds = '{frozen}' WHERE id = $1`, [purchase.requestId]);
    expect(await conflictOf(desk.claim(purchase))).toBe(held);
  });
});

describe('a purchase that fails', () => {
  it('gives its money back to the request, when the platform did', async () => {
    const purchase = await desk.handedOver();
    const failed = { purchaseId: purchase.id, operatorId: desk.olive, reason: 'Sold out', isMoneyBack: true };
    await desk.record((manager) => requeuePurchase(manager, failed));
    expect(await desk.balances(purchase)).toMatchObject({ request: -2_000_000, purchases: 0 });
    await desk.record((manager) => failPurchase(manager, { ...failed, isMoneyBack: false }));
    expect(await desk.purchaseOf(purchase)).toMatchObject({ status: 'failed', failureReason: 'Sold out' });
    expect(await desk.caseOf(purchase)).toMatchObject({ status: 'closed', outcome: 'failed' });
    expect(await conflictOf(desk.claim(purchase))).toMatch(/^409 This purchase has ended/);
    const refund = `SELECT 1 FROM cases WHERE kind = 'refund' AND status = 'open' AND subject_id = $1`;
    expect(await desk.product.db.query(refund, [purchase.paymentId])).toHaveLength(1);
  });

  it('is frozen while its payment is disputed', async () => {
    const purchase = await desk.paid();
    await desk.claim(purchase);
    await desk.product.db.query(
      `INSERT INTO disputes (payment_id, provider_id, status, amount_minor, currency, due_at, opened_at)
       VALUES ($1, $2, 'awaiting_merchant', 2001800, 'NGN', now() + interval '1 day', now())`,
      [purchase.paymentId, crypto.randomUUID()],
    );
    expect(await conflictOf(desk.buy(purchase))).toBe(
      '409 The payment is disputed, so the course must not be bought now.',
    );
    await desk.product.db.query(
      `UPDATE disputes SET status = 'resolved', outcome = 'won', resolved_at = now() WHERE payment_id = $1`,
      [purchase.paymentId],
    );
    expect(await conflictOf(desk.buy(purchase))).toBe('done');
  });

  it('cannot be bought while its payment is being refunded', async () => {
    const purchase = await desk.paid();
    await desk.claim(purchase);
    await desk.product.db.query(
      `INSERT INTO refunds (payment_id, origin, amount_minor, currency, reason)
       VALUES ($1, 'operator', 2001800, 'NGN', 'The learner asked for it.')`,
      [purchase.paymentId],
    );
    expect(await conflictOf(desk.buy(purchase))).toBe(
      '409 The payment is being refunded, so the course must not be bought now.',
    );
  });

  it('can be bought after its refund failed', async () => {
    const purchase = await desk.paid();
    await desk.claim(purchase);
    await desk.product.db.query(
      `INSERT INTO refunds (payment_id, origin, status, amount_minor, currency, reason)
       VALUES ($1, 'operator', 'failed', 2001800, 'NGN', 'The learner asked for it.')`,
      [purchase.paymentId],
    );
    expect(await conflictOf(desk.buy(purchase))).toBe('done');
  });

  it('is still the first attempt when nothing was bought, and ends once', async () => {
    const purchase = await desk.paid();
    await desk.claim(purchase);
    const failed = { purchaseId: purchase.id, operatorId: desk.olive, reason: 'Sold out', isMoneyBack: true };
    await desk.record((manager) => requeuePurchase(manager, failed));
    expect(await desk.purchaseOf(purchase)).toMatchObject({ status: 'queued', attempt: 1 });
    await desk.record((manager) => failPurchase(manager, failed));
    expect(await conflictOf(desk.record((manager) => requeuePurchase(manager, failed)))).toMatch(
      /^409 This purchase has ended/,
    );
  });

  it.each(['queued', 'claimed'])('ends with its payment, when it is %s', async (status) => {
    const purchase = await desk.paid();
    if (status === 'claimed') await desk.claim(purchase);
    await desk.record(async (manager) => {
      const { payment, request } = await lockPayment(manager, purchase.paymentId);
      await markReversed(manager, payment, request);
    });
    expect(await desk.purchaseOf(purchase)).toMatchObject({ status: 'failed', ownerId: null });
  });

  it('ends with its payment, when all of the money was given back', async () => {
    const purchase = await desk.paid();
    await desk.record(async (manager) => {
      const { payment, request } = await lockPayment(manager, purchase.paymentId);
      await markReversed(manager, payment, request);
    });
    expect(await desk.purchaseOf(purchase)).toMatchObject({ status: 'failed' });
    expect(await desk.caseOf(purchase)).toMatchObject({ status: 'closed', outcome: 'refunded' });
    expect(await desk.balances(purchase)).toMatchObject({ request: 0, service_fees: 0 });
  });
});
