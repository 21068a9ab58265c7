import type { EntityManager } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyPayment } from '#contracts/payments.ts';
import { redeemCourse, revealCode } from '#contracts/purchases.ts';
import { lockPayment } from '#services/payments/lock-payment.ts';
import { markReversed } from '#services/payments/mark-reversed.ts';
import type { HttpError } from '#services/platform/errors.ts';
import { addOperator, idOf } from '#tests/security/support/accounts.ts';
import { callApi } from '#tests/support/api-client.ts';
import { pdf } from '#tests/support/certificates.ts';
import { fileRequest, join, mailsTo, press, type SignedIn, startPayment } from '#tests/support/people.ts';
import { sendProof } from '#tests/support/proofs.ts';
import { startTestProduct, type TestProduct } from '#tests/support/test-product.ts';
import { approveOverrun, buyPurchase, requestOverrun } from './buy-purchase.ts';
import { claimPurchase, releasePurchase } from './claim-purchase.ts';
import { followUpPurchases } from './follow-up-purchases.ts';
import { handOverPurchase } from './hand-over-purchase.ts';
import { type Purchase, PurchaseEntity } from './purchase.entity.ts';
import { failPurchase, requeuePurchase } from './requeue-purchase.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let olive: string;
let oscar: string;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  olive = await idOf(product, await addOperator(product));
  oscar = await idOf(product, await addOperator(product));
});
afterAll(() => product?.close());

const record = <T>(work: (manager: EntityManager) => Promise<T>) => product.db.transaction(work);
const secretCode = 'CANARY-ENROL-4711';

/** A paid request whose course is to be delivered so, and its queued purchase. */
async function paid(delivery = 'enrolment-code'): Promise<Purchase> {
  const account = { email: 'ada@platform.example', password: delivery === 'platform-login' ? 'secret' : '' };
  const requestId = await fileRequest(product.url, learner, { delivery, account });
  const { reference, access_code } = (await startPayment(product.url, sponsor, requestId)).body.data.data;
  await press(product.sandbox.httpUrl, access_code, 'pay');
  await callApi(product.url, verifyPayment, { query: { reference } }, sponsor.token);
  return product.db.getRepository(PurchaseEntity).findOneByOrFail({ requestId });
}

const purchaseOf = ({ id }: Purchase) => product.db.getRepository(PurchaseEntity).findOneByOrFail({ id });
const claim = ({ id }: Purchase, operatorId = olive) =>
  record((manager) => claimPurchase(manager, { purchaseId: id, operatorId }));
const order = (purchase: Purchase, more: object = {}) => ({
  purchaseId: purchase.id,
  operatorId: olive,
  orderNumber: 'ORDER-1',
  chargedMinor: 2_000_000,
  chargedCurrency: 'NGN',
  exchangeRate: 1,
  redeemBy: null,
  ...more,
});
const buy = (purchase: Purchase, more: object = {}) =>
  record((manager) => buyPurchase(manager, order(purchase, more)));
const handOver = ({ id }: Purchase, code?: string) =>
  record((manager) => handOverPurchase(manager, { purchaseId: id, operatorId: olive, code }, product.config));
async function handedOver(delivery?: string, more?: object): Promise<Purchase> {
  const purchase = await paid(delivery);
  await claim(purchase);
  await buy(purchase, more);
  await handOver(purchase, delivery ? undefined : secretCode);
  return purchaseOf(purchase);
}
const call = (endpoint: typeof revealCode | typeof redeemCourse, { requestId }: Purchase, who = learner) =>
  callApi(product.url, endpoint, { params: { id: requestId } }, who.token);
const requestStatus = async ({ requestId }: Purchase) =>
  (await product.db.query('SELECT status FROM requests WHERE id = $1', [requestId]))[0].status;
const caseOf = async ({ id }: Purchase) =>
  (
    await product.db.query(
      `SELECT status, outcome, summary FROM cases WHERE subject_id = $1 AND kind = 'purchase' ORDER BY created_at DESC`,
      [id],
    )
  )[0];
const balances = async (purchase: Purchase) =>
  Object.fromEntries(
    (
      await product.db.query(
        `SELECT account, sum(amount_minor)::float8 AS minor FROM ledger_transactions t
         JOIN ledger_postings p ON p.transaction_id = t.id WHERE t.payment_id = $1 GROUP BY 1`,
        [purchase.paymentId],
      )
    ).map(({ account, minor }: { account: string; minor: number }) => [account.split(':')[0], minor]),
  );
const conflictOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: HttpError) => `${error.status} ${error.message}`,
  );

describe('a settled payment', () => {
  it('queues one purchase with a case', async () => {
    const purchase = await paid();
    expect(purchase).toMatchObject({ status: 'queued', attempt: 1, ownerId: null });
    expect(await caseOf(purchase)).toMatchObject({ status: 'open', summary: 'Buy “Machine Learning”' });
  });
});

describe('two operators', () => {
  it('claim the same purchase at once: one has it, the other reads who', async () => {
    const purchase = await paid();
    const results = await Promise.all([olive, oscar].map((one) => conflictOf(claim(purchase, one))));
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
    expect(results.find((result) => result !== 'done')).toMatch(
      /^409 Olive Operator has claimed this purchase until \d\d:\d\d UTC\.$/,
    );
  });

  it('buy at once: one buys, and the money is spent once', async () => {
    const purchase = await paid();
    await claim(purchase);
    const results = await Promise.all(
      [olive, olive, oscar].map((operatorId) => conflictOf(buy(purchase, { operatorId }))),
    );
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
    for (const result of results.filter((one) => one !== 'done')) expect(result).toMatch(/^409 (You|Olive)/);
    expect((await balances(purchase)).purchases).toBe(-2_000_000);
  });

  it('take turns: a claim that lapsed or was released is free again', async () => {
    const purchase = await paid();
    await claim(purchase);
    await product.db.query(`UPDATE purchases SET claimed_until = now() - interval '1 second' WHERE id = $1`, [
      purchase.id,
    ]);
    expect(await conflictOf(buy(purchase))).toBe('409 Claim this purchase before you buy the course.');
    expect((await claim(purchase, oscar)).ownerId).toBe(oscar);
    await record((manager) => releasePurchase(manager, { purchaseId: purchase.id, operatorId: oscar }));
    expect((await claim(purchase)).ownerId).toBe(olive);
  });
});

describe('the price', () => {
  it('that is lower leaves a rest, and 4 % more comes from the fund', async () => {
    const [cheap, dear] = [await paid(), await paid()];
    await claim(cheap);
    await claim(dear);
    await buy(cheap, { chargedMinor: 1_500_000 });
    await buy(dear, { chargedMinor: 1_300, chargedCurrency: 'USD', exchangeRate: 1_600 });
    expect(await balances(cheap)).toMatchObject({
      request: 0,
      purchases: -1_500_000,
      completion_fund: -500_000,
    });
    expect(await balances(dear)).toMatchObject({
      request: 0,
      purchases: -2_080_000,
      completion_fund: 80_000,
    });
  });

  it('of 8 % more needs a second operator, and 30 % more the payer', async () => {
    const purchase = await paid();
    await claim(purchase);
    expect(await conflictOf(buy(purchase, { chargedMinor: 2_160_000 }))).toMatch(
      /A second operator has to approve/,
    );
    expect(await conflictOf(buy(purchase, { chargedMinor: 2_600_000 }))).toMatch(/Ask the payer/);
    const action = { purchaseId: purchase.id, operatorId: olive };
    await record((manager) => requestOverrun(manager, { ...action, spentMinor: 2_160_000 }));
    const approve = (operatorId: string) =>
      record((manager) => approveOverrun(manager, { ...action, operatorId, hasFourEyes: true }));
    expect(await conflictOf(approve(olive))).toMatch(/You asked for this price yourself/);
    await approve(oscar);
    expect(await conflictOf(buy(purchase, { chargedMinor: 2_200_000 }))).toMatch(/second operator/);
    await buy(purchase, { chargedMinor: 2_160_000 });
    expect(await balances(purchase)).toMatchObject({ completion_fund: 160_000 });
  });

  it.each([
    ['NGN', 2],
    ['USD', 0],
  ])('in %s at a rate of %d is refused', async (chargedCurrency, exchangeRate) => {
    const purchase = await paid();
    await claim(purchase);
    expect(await conflictOf(buy(purchase, { chargedCurrency, exchangeRate }))).toMatch(
      /^422 .*exchange rate/,
    );
  });
});

describe('an enrolment code', () => {
  it('is stored encrypted and shown once, to its learner alone', async () => {
    const purchase = await handedOver(undefined, { redeemBy: new Date('2027-03-01T00:00:00Z') });
    const stored = await product.db.query('SELECT sealed FROM purchase_codes WHERE purchase_id = $1', [
      purchase.id,
    ]);
    expect(stored).toHaveLength(1);
    expect(String(stored[0].sealed)).not.toContain(secretCode);
    for (const who of [await join(product.url, 'learner')])
      expect((await call(revealCode, purchase, who)).status).toBe(404);
    expect((await call(revealCode, purchase, sponsor)).status).toBe(403);

    const answers = await Promise.all([call(revealCode, purchase), call(revealCode, purchase)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      data: { code: secretCode, redeemBy: '2027-03-01T00:00:00.000Z' },
    });
    expect(
      await product.db.query('SELECT 1 FROM purchase_codes WHERE purchase_id = $1', [purchase.id]),
    ).toEqual([]);
    expect((await purchaseOf(purchase)).codeSeenAt).not.toBeNull();
  });

  it('is in no mail, job or audit entry', async () => {
    const purchase = await handedOver();
    await vi.waitFor(async () => {
      const mails = await mailsTo(product.sandbox.httpUrl, learner.email);
      expect(mails.some(({ subject }) => subject === 'Your course is ready: Machine Learning')).toBe(true);
      expect(JSON.stringify(mails)).not.toContain(secretCode);
    }, 10_000);
    const [found] = await product.db.query(
      `SELECT count(*)::int AS n FROM (SELECT payload::text AS text FROM outbox UNION ALL
         SELECT reason FROM audit_entries UNION ALL SELECT detail FROM case_acts) AS all_texts WHERE text LIKE $1`,
      [`%${secretCode}%`],
    );
    expect(found.n).toBe(0);
    expect((await call(revealCode, purchase)).status).toBe(200);
  });

  it('is required, can be sent again, and is not there before', async () => {
    const purchase = await paid();
    expect((await call(revealCode, purchase)).status).toBe(409);
    await claim(purchase);
    expect(await conflictOf(handOver(purchase, secretCode))).toBe('409 This course is not bought yet.');
    await buy(purchase);
    expect(await conflictOf(handOver(purchase))).toBe('422 Please enter the enrolment code.');
    await handOver(purchase, 'LOST');
    await call(revealCode, purchase);
    await handOver(purchase, secretCode);
    expect((await call(revealCode, purchase)).body).toMatchObject({ data: { code: secretCode } });
  });
});

describe('a course that is handed over', () => {
  it.each(['gift-to-email', 'platform-login'])(
    'by %s is redeemed once, and ends request and case',
    async (delivery) => {
      const purchase = await handedOver(delivery);
      expect(await conflictOf(handOver(purchase))).toBe('409 This course is handed over already.');
      expect((await call(redeemCourse, purchase, await join(product.url, 'learner'))).status).toBe(404);
      const answers = await Promise.all(Array.from({ length: 4 }, () => call(redeemCourse, purchase)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await requestStatus(purchase)).toBe('enrolled');
      expect(await purchaseOf(purchase)).toMatchObject({ status: 'redeemed', redeemedAt: expect.any(Date) });
      expect(await caseOf(purchase)).toMatchObject({ status: 'closed', outcome: 'enrolled' });
      const logins = await product.db.query('SELECT 1 FROM platform_logins WHERE request_id = $1', [
        purchase.requestId,
      ]);
      expect(logins).toEqual([]);
      await vi.waitFor(async () => {
        const subjects = (await mailsTo(product.sandbox.httpUrl, sponsor.email)).map(
          ({ subject }) => subject,
        );
        expect(subjects).toContainEqual(expect.stringMatching(/is enrolled: Machine Learning$/));
      }, 10_000);
    },
  );

  it('is redeemed by proof of enrolment as well', async () => {
    const purchase = await handedOver();
    expect((await sendProof(product.url, sponsor, purchase.requestId, pdf())).status).toBe(200);
    expect((await purchaseOf(purchase)).status).toBe('redeemed');
    expect(
      await product.db.query('SELECT 1 FROM purchase_codes WHERE purchase_id = $1', [purchase.id]),
    ).toEqual([]);
    expect((await call(redeemCourse, purchase)).status).toBe(200);
  });

  it('cannot be redeemed before', async () => {
    const purchase = await paid();
    expect((await call(redeemCourse, purchase)).status).toBe(409);
    expect(await requestStatus(purchase)).toBe('paid');
  });
});

describe('the follow-up', () => {
  const age = (purchase: Purchase, sql: string) =>
    product.db.query(`UPDATE purchases SET ${sql} WHERE id = $1`, [purchase.id]);
  const reminders = async ({ id }: Purchase) =>
    (
      await product.db.query(
        `SELECT 1 FROM outbox WHERE payload->>'mail' = 'redeem-reminder' AND payload->>'id' = $1`,
        [id],
      )
    ).length;

  it('reminds after 3 days and 3 days before the last day, once each', async () => {
    const purchase = await handedOver();
    await followUpPurchases(product.db);
    expect(await reminders(purchase)).toBe(0);
    await age(
      purchase,
      `handed_over_at = now() - interval '73 hours', redeem_by = now() + interval '9 days'`,
    );
    await Promise.all([followUpPurchases(product.db), followUpPurchases(product.db)]);
    expect(await reminders(purchase)).toBe(1);
    await age(purchase, `reminded_at = now() - interval '7 days', redeem_by = now() + interval '2 days'`);
    await followUpPurchases(product.db);
    await followUpPurchases(product.db);
    expect(await reminders(purchase)).toBe(2);
  });

  it('puts a course that was not redeemed in time back into the queue, without its code', async () => {
    const purchase = await handedOver();
    await age(purchase, `redeem_by = now() - interval '1 minute'`);
    await followUpPurchases(product.db);
    expect(await purchaseOf(purchase)).toMatchObject({ status: 'queued', attempt: 2, boughtAt: null });
    expect((await call(revealCode, purchase)).status).toBe(409);
    expect(await caseOf(purchase)).toMatchObject({ status: 'open' });
    await claim(purchase);
    await buy(purchase, { orderNumber: 'ORDER-2' });
    expect(await balances(purchase)).toMatchObject({ purchases: -4_000_000, completion_fund: 2_000_000 });
  });

  it('releases claims that lapsed, and opens cases that are missing', async () => {
    const purchase = await paid();
    await claim(purchase);
    await age(purchase, `claimed_until = now() - interval '1 minute'`);
    await product.db.query(
      `UPDATE cases SET status = 'closed', outcome = 'x', closed_reason = 'x', closed_at = now() WHERE subject_id = $1`,
      [purchase.id],
    );
    await followUpPurchases(product.db);
    expect(await purchaseOf(purchase)).toMatchObject({ status: 'queued', ownerId: null });
    expect(await caseOf(purchase)).toMatchObject({ status: 'open' });
  });
});

describe('a purchase that fails', () => {
  it('gives its money back to the request, when the platform did', async () => {
    const purchase = await handedOver();
    const failed = { purchaseId: purchase.id, operatorId: olive, reason: 'Sold out', isMoneyBack: true };
    await record((manager) => requeuePurchase(manager, failed));
    expect(await balances(purchase)).toMatchObject({ request: -2_000_000, purchases: 0 });
    await record((manager) => failPurchase(manager, { ...failed, isMoneyBack: false }));
    expect(await purchaseOf(purchase)).toMatchObject({ status: 'failed', failureReason: 'Sold out' });
    expect(await caseOf(purchase)).toMatchObject({ status: 'closed', outcome: 'failed' });
    expect(await conflictOf(claim(purchase))).toMatch(/^409 This purchase has ended/);
    const refund = `SELECT 1 FROM cases WHERE kind = 'refund' AND status = 'open' AND subject_id = $1`;
    expect(await product.db.query(refund, [purchase.paymentId])).toHaveLength(1);
  });

  it('is frozen while its payment is disputed', async () => {
    const purchase = await paid();
    await claim(purchase);
    await product.db.query(
      `INSERT INTO disputes (payment_id, provider_id, status, amount_minor, currency, due_at, opened_at)
       VALUES ($1, $2, 'awaiting_merchant', 2001800, 'NGN', now() + interval '1 day', now())`,
      [purchase.paymentId, crypto.randomUUID()],
    );
    expect(await conflictOf(buy(purchase))).toBe(
      '409 The payment is disputed, so the course must not be bought now.',
    );
    await product.db.query(
      `UPDATE disputes SET status = 'resolved', outcome = 'won', resolved_at = now() WHERE payment_id = $1`,
      [purchase.paymentId],
    );
    expect(await conflictOf(buy(purchase))).toBe('done');
  });

  it('cannot be bought while its payment is being refunded', async () => {
    const purchase = await paid();
    await claim(purchase);
    await product.db.query(
      `INSERT INTO refunds (payment_id, origin, amount_minor, currency, reason)
       VALUES ($1, 'operator', 2001800, 'NGN', 'The learner asked for it.')`,
      [purchase.paymentId],
    );
    expect(await conflictOf(buy(purchase))).toBe(
      '409 The payment is being refunded, so the course must not be bought now.',
    );
  });

  it('ends with its payment, when all of the money was given back', async () => {
    const purchase = await paid();
    await record(async (manager) => {
      const { payment, request } = await lockPayment(manager, purchase.paymentId);
      await markReversed(manager, payment, request);
    });
    expect(await purchaseOf(purchase)).toMatchObject({ status: 'failed' });
    expect(await caseOf(purchase)).toMatchObject({ status: 'closed', outcome: 'refunded' });
    expect(await balances(purchase)).toMatchObject({ request: 0, service_fees: 0 });
  });
});
