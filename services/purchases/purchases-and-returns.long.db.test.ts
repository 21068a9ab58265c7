import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordDispute } from '#services/flows/record-dispute.ts';
import { recordRefunds } from '#services/flows/record-refunds.ts';
import { startRefund } from '#services/flows/start-refund.ts';
import { syncRefunds } from '#services/flows/sync-refunds-and-disputes.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { ProviderRefund } from '#services/providers/payment-provider.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { approveRefund, requestRefund } from '#services/refunds/request-refund.ts';
import { addOperator, idOf } from '#tests/security/support/accounts.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { anyOther } from '#tests/support/money/approvals.ts';
import { balancesOf, claimFor, orderFor, payForCourse } from '#tests/support/money/paid-purchases.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { findPurchaseSteps } from './find-purchase-steps.ts';
import { followUpPurchases } from './follow-up-purchases.ts';
import { lockPurchase } from './lock-purchase.ts';
import { type Purchase, PurchaseEntity } from './purchase.entity.ts';
import { failPurchase, requeuePurchase } from './requeue-purchase.ts';

let product: TestProduct;
let people: { learner: SignedIn; sponsor: SignedIn };
let olive: string;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  people = { learner: await join(product.url, 'learner'), sponsor: await join(product.url, 'sponsor') };
  olive = await idOf(product, await addOperator(product));
});
afterAll(() => product?.close());

const chargedMinor = 2_001_800;
const paymentOf = ({ paymentId }: Purchase) =>
  product.db.getRepository(PaymentEntity).findOneByOrFail({ id: paymentId });
const statusOf = async ({ id }: Purchase) =>
  (await product.db.getRepository(PurchaseEntity).findOneByOrFail({ id })).status;

const openRefundCases = ({ paymentId }: Purchase) =>
  product.db.query(`SELECT 1 FROM cases WHERE kind = 'refund' AND subject_id = $1 AND status <> 'closed'`, [
    paymentId,
  ]);

/** Records a refund of the whole payment as the provider reports it. */
async function refundAll(purchase: Purchase): Promise<void> {
  const refund = await listedRefund(purchase);
  await inTransaction(product.db, async (manager) => {
    const readAt = await databaseNow(manager);
    await recordRefunds(manager, { paymentId: purchase.paymentId, refunds: [refund], readAt });
  });
}

/** The refund of the whole payment in the provider's list. */
async function listedRefund(purchase: Purchase): Promise<ProviderRefund> {
  const { reference } = await paymentOf(purchase);
  const facts = { status: 'processed', amountMinor: chargedMinor, currency: 'NGN', createdAt: null } as const;
  return { id: `refund-${purchase.id}`, transactionId: null, reference, ...facts };
}

/** Records a dispute of the whole payment that was lost. */
async function loseDispute(purchase: Purchase): Promise<void> {
  const { reference } = await paymentOf(purchase);
  const reported = {
    id: crypto.randomUUID(),
    reference,
    status: 'resolved',
    resolution: 'lost',
  } as const;
  await inTransaction(product.db, async (manager) => {
    const facts = {
      amountMinor: chargedMinor,
      currency: 'NGN',
      category: 'chargeback',
      createdAt: null,
      dueAt: null,
    };
    await recordDispute(manager, { ...reported, ...facts }, await databaseNow(manager));
  });
}

describe('a course that is bought while its payment is given back', () => {
  it('is bought, and the fund pays the refund, when the order comes first', async () => {
    const purchase = await payForCourse(product, people);
    await claimFor(product, purchase, olive);
    let refund: Promise<void> | undefined;
    await inTransaction(product.db, async (manager) => {
      await lockPurchase(manager, purchase.id);
      refund = refundAll(purchase);
      await waitForLockWaits(product, 1);
      await orderFor(manager, purchase, olive);
    });
    await refund;
    expect(await statusOf(purchase)).toBe('bought');
    expect(await balancesOf(product, purchase.paymentId)).toMatchObject({
      request: 0,
      purchases: -2_000_000,
      completion_fund: 2_000_000,
      service_fees: 0,
    });
  });

  it('is not bought when a refund was requested first', async () => {
    const purchase = await payForCourse(product, people);
    await claimFor(product, purchase, olive);
    let order: Promise<unknown> | undefined;
    await inTransaction(product.db, async (manager) => {
      const refund = { paymentId: purchase.paymentId, operatorId: olive, reason: 'Wrong course' };
      await requestRefund(manager, refund, { isFourEyes: true });
      order = inTransaction(product.db, (other) => orderFor(other, purchase, olive)).catch((error) => error);
      await waitForLockWaits(product, 1);
    });
    expect(await order).toMatchObject({ status: 409, message: expect.stringMatching(/being refunded/) });
    expect(await balancesOf(product, purchase.paymentId)).not.toHaveProperty('purchases');
  });
});

it('learner and payer see a refund from its approval on', async () => {
  const purchase = await payForCourse(product, people);
  const shown = async () => {
    const steps = await findPurchaseSteps(product.db, [purchase.requestId]);
    return steps.get(purchase.requestId)?.isRefunding;
  };
  const given = { paymentId: purchase.paymentId, operatorId: olive, reason: 'Wrong course' };
  const refund = await inTransaction(product.db, (manager) =>
    requestRefund(manager, given, { isFourEyes: true }),
  );
  expect(await shown()).toBe(false);
  // The provider must not finish it before it is read.
  await product.db.query('UPDATE refunds SET approved_at = now(), approved_by_id = $1 WHERE id = $2', [
    olive,
    refund.id,
  ]);
  expect(await shown()).toBe(true);
  await product.db.query(`UPDATE refunds SET status = 'failed' WHERE id = $1`, [refund.id]);
  expect(await shown()).toBe(false);
});

describe('a payment that is refunded and lost in a dispute', () => {
  it.each([
    ['the refund', 'the dispute', refundAll, loseDispute],
    ['the dispute', 'the refund', loseDispute, refundAll],
  ])('has both in the ledger, %s before %s, and its sync goes on', async (_first, _second, first, second) => {
    const purchase = await payForCourse(product, people);
    await first(purchase);
    await second(purchase);
    expect((await paymentOf(purchase)).status).toBe('reversed');
    expect(await balancesOf(product, purchase.paymentId)).toMatchObject({
      request: 0,
      service_fees: 0,
      refunds_out: 0,
      disputes_lost: 0,
      completion_fund: chargedMinor,
    });
    const { reference } = await paymentOf(purchase);
    await syncRefunds(reference, {
      db: product.db,
      provider: {
        listRefunds: async () => [await listedRefund(purchase)],
        verify: async () => undefined,
      } as never,
      complete: (work) => inTransaction(product.db, work),
    });
  });
});

it('a refund that waits for approval ends when a dispute takes the money, and opens no case', async () => {
  const purchase = await payForCourse(product, people);
  const given = { paymentId: purchase.paymentId, operatorId: olive, reason: 'Wrong course' };
  const refund = await inTransaction(product.db, (manager) =>
    requestRefund(manager, given, { isFourEyes: true }),
  );
  await loseDispute(purchase);
  const approval = { refundId: refund.id, operatorId: crypto.randomUUID() };
  await expect(
    inTransaction(product.db, (manager) => approveRefund(manager, approval, anyOther)),
  ).rejects.toMatchObject({ status: 409 });
  const stored = await product.db.getRepository(RefundEntity).findOneByOrFail({ id: refund.id });
  expect(stored).toMatchObject({ status: 'failed', failureReason: 'All of the payment was given back.' });
  expect(await openRefundCases(purchase)).toEqual([]);
});

it('a refund without an answer ends when a dispute took the money, and opens no case', async () => {
  const purchase = await payForCourse(product, people);
  const { paymentId } = purchase;
  const given = { paymentId, operatorId: olive, reason: 'Wrong course' };
  const { id } = await inTransaction(product.db, (manager) =>
    requestRefund(manager, given, { isFourEyes: true }),
  );
  await product.db.query(
    `UPDATE refunds SET approved_at = now(), called_at = now() - interval '2 hours' WHERE id = $1`,
    [id],
  );
  await loseDispute(purchase);
  await startRefund(id, {
    db: product.db,
    provider: { listRefunds: async () => [], verify: async () => undefined } as never,
    complete: (work) => inTransaction(product.db, work),
  });
  const stored = await product.db.getRepository(RefundEntity).findOneByOrFail({ id });
  expect(stored).toMatchObject({ status: 'failed', failureReason: expect.stringContaining('no answer') });
  expect(await openRefundCases(purchase)).toEqual([]);
});

describe('a course that was bought and whose payment was given back', () => {
  async function givenBack(giveBack: (purchase: Purchase) => Promise<void>): Promise<Purchase> {
    const purchase = await payForCourse(product, people);
    await claimFor(product, purchase, olive);
    await inTransaction(product.db, (manager) => orderFor(manager, purchase, olive));
    await giveBack(purchase);
    return purchase;
  }
  const failedOf = ({ id }: Purchase) => ({ purchaseId: id, operatorId: olive, reason: 'Sold out' });

  it.each([
    ['a refund', refundAll],
    ['a lost dispute', loseDispute],
  ])('after %s is returned to the fund, without another refund case', async (_, giveBack) => {
    const purchase = await givenBack(giveBack);
    await inTransaction(product.db, (manager) =>
      failPurchase(manager, { ...failedOf(purchase), isMoneyBack: true }),
    );
    expect(await balancesOf(product, purchase.paymentId)).toMatchObject({
      request: 0,
      purchases: 0,
      completion_fund: 0,
    });
    expect(await openRefundCases(purchase)).toEqual([]);
    expect(await statusOf(purchase)).toBe('failed');
  });

  it('is not bought again, and its purchase ends when it is not redeemed in time', async () => {
    const purchase = await givenBack(refundAll);
    await expect(
      inTransaction(product.db, (manager) =>
        requeuePurchase(manager, { ...failedOf(purchase), isMoneyBack: false }),
      ),
    ).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/was given back/) });
    await product.db.query(
      `UPDATE purchases SET status = 'handed_over', handed_over_at = now(), redeem_by = now() - interval '1 day' WHERE id = $1`,
      [purchase.id],
    );
    await followUpPurchases(product.db);
    expect(await statusOf(purchase)).toBe('failed');
    expect(await openRefundCases(purchase)).toEqual([]);
  });
});
