import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvePayment } from '#contracts/payments/payments.ts';
import { isFrozen } from '#services/disputes/disputes.ts';
import { approveSponsorshipJob, pollPayment, verifyPaymentJob } from '#services/payments/payments.jobs.ts';
import { lockPayment } from '#services/payments/payments.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { endAccount } from '#services/privacy/erasure/end-account.ts';
import { erasePerson } from '#services/privacy/erasure/erase-person.ts';
import { queuePurchase } from '#services/purchases/end-purchase.ts';
import { countLateApprovals, followUpPurchases } from '#services/purchases/follow-up-purchases.ts';
import { idOf } from '#tests/security/support/accounts.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { reportedRefund } from '#tests/support/money/reported-refund.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { done, prepareJobs, type TestJobs } from '#tests/support/product/test-jobs.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { soon } from '#tests/support/soon.ts';
import { recordDispute } from './record-dispute.ts';
import { recordRefunds } from './record-refunds.ts';

let product: TestProduct;
let jobs: TestJobs;
let learner: SignedIn;
let sponsor: SignedIn;
let requestId: string;
let reference: string;
let paymentId: string;
beforeAll(async () => {
  product = await startTestProduct();
  jobs = prepareJobs(product);
});
beforeEach(async () => {
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  requestId = await fileRequest(product.url, learner);
  reference = await pay(sponsor);
  const [payment] = await jobs.query('SELECT id FROM payments WHERE reference = $1', reference);
  paymentId = payment?.id ?? '';
});
afterAll(async () => {
  jobs?.close();
  await product?.close();
});

async function pay(payer: SignedIn): Promise<string> {
  const { data } = (await startPayment(product.url, payer, requestId)).body.data;
  await press(product.sandbox.httpUrl, data.access_code, 'pay');
  return data.reference;
}

const settle = () => jobs.deliver(verifyPaymentJob, { reference });
const approve = (workers?: number) => jobs.deliverOpen(approveSponsorshipJob, { reference }, workers);
const callApprove = () =>
  callApi(product.url, approvePayment, { query: { requestId, ref: reference } }, sponsor.token);
const ownJobs = `job = 'sponsorships.approve' AND payload->>'reference' = $1`;
const openJobs = async () =>
  (await jobs.query(`SELECT id FROM outbox WHERE ${ownJobs} AND closed_at IS NULL`, reference)).length;

/** Returns the stored state: status of payment and request, and numbers of what follows. */
async function state() {
  const [row] = await jobs.query(
    `SELECT p.status AS payment, r.status AS request,
       (SELECT count(*)::int FROM purchases WHERE payment_id = p.id) AS purchases,
       (SELECT count(*)::int FROM cases c JOIN purchases u ON u.id::text = c.subject_id
        WHERE u.payment_id = p.id AND c.status = 'open') AS cases,
       (SELECT count(*)::int FROM enrolments WHERE request_id = r.id) AS enrolments,
       (SELECT count(*)::int FROM outbox WHERE payload->>'id' = p.id::text
        AND payload->>'mail' IN ('receipt-for-learner', 'receipt-for-sponsor')) AS receipts,
       (SELECT count(*)::int FROM ledger_transactions WHERE payment_id = p.id AND kind = 'capture') AS captures
     FROM payments p JOIN requests r ON r.id = p.request_id WHERE p.reference = $1`,
    reference,
  );
  return row;
}

const nothing = { purchases: 0, cases: 0, enrolments: 0, receipts: 0, captures: 1 };
const paid = { payment: 'approved', request: 'paid', ...nothing };
const approved = { ...paid, purchases: 1, cases: 1, enrolments: 1, receipts: 2 };
const returned = { payment: 'reversed', request: 'refunded', ...nothing };

/** Records a refund of the whole payment as the provider reports it. */
const refundAll = () =>
  inTransaction(product.db, async (manager) => {
    const refund = reportedRefund(`refund-${reference}`, { reference, status: 'processed' });
    await recordRefunds(manager, { paymentId, refunds: [refund], readAt: await databaseNow(manager) });
  });

/** Records a dispute of the whole payment as the provider reports it. */
const dispute = (status: 'resolved' | 'awaiting_merchant', resolution: 'lost' | null) =>
  inTransaction(product.db, async (manager) => {
    const amount = { amountMinor: 2_001_800, currency: 'NGN', category: 'chargeback' };
    const times = { createdAt: null, dueAt: null };
    const reported = { id: `dispute-${reference}`, reference, status, resolution, ...amount, ...times };
    await recordDispute(manager, reported, await databaseNow(manager));
  });

describe('the approval of a payment', () => {
  it('is a job of the settlement, and does what follows from it', async () => {
    await settle();
    expect([await state(), await openJobs()]).toEqual([paid, 1]);
    expect(await approve()).toEqual([done]);
    expect([await state(), await openJobs()]).toEqual([approved, 0]);
  });

  it('happens once when it is delivered to several workers at once, and again', async () => {
    await settle();
    expect(await approve(4)).toEqual([done, done, done, done]);
    expect(await state()).toEqual(approved);
    // The jobs of the mails are purged after seven days.
    await jobs.query(`DELETE FROM outbox WHERE payload->>'id' = $1`, paymentId);
    await jobs.query(`UPDATE outbox SET closed_at = NULL WHERE ${ownJobs}`, reference);
    await approve();
    await jobs.deliver(approveSponsorshipJob, { reference });
    expect(await state()).toEqual({ ...approved, receipts: 0 });
  });

  it('settles first when the call of the payer comes before the webhook', async () => {
    expect((await callApprove()).status).toBe(202);
    expect(await approve()).toEqual([done]);
    expect(await state()).toEqual(approved);
    // The settlement has enqueued one as well, which finds everything done.
    await approve();
    expect([await state(), await openJobs()]).toEqual([approved, 0]);
  });

  it('changes nothing for a payment that is not made, or not known', async () => {
    const other = await join(product.url, 'sponsor');
    const { body } = await startPayment(product.url, other, await fileRequest(product.url, learner));
    const unpaid = body.data.data.reference;
    expect((await jobs.deliver(approveSponsorshipJob, { reference: unpaid })).result).toEqual(done);
    expect((await jobs.deliver(approveSponsorshipJob, { reference: 'pay-0' })).result).toEqual(done);
    const [payment] = await jobs.query<{ status: string }>(
      'SELECT status FROM payments WHERE reference = $1',
      unpaid,
    );
    expect(payment?.status).toBe('pending');
  });
});

describe('an approval whose job comes late', () => {
  it.each([
    ['refunded', () => refundAll()],
    ['lost in a dispute', () => dispute('resolved', 'lost')],
  ])('opens no purchase for a payment that was %s', async (_, giveBack) => {
    await settle();
    await giveBack();
    expect(await state()).toEqual(returned);
    expect(await approve()).toEqual([done]);
    expect(await state()).toEqual(returned);
    expect(await followUpPurchases(product.db)).toMatchObject({ unapproved: 0, opened: 0 });
    expect((await callApprove()).status).toBe(409);
    expect(await openJobs()).toBe(0);
  });

  it('waits for a refund that is being recorded, and opens no purchase after it', async () => {
    await settle();
    let late: ReturnType<typeof approve> | undefined;
    await inTransaction(product.db, async (manager) => {
      await lockPayment(manager, paymentId);
      late = approve();
      await waitForLockWaits(product, 1);
      const refund = reportedRefund(`refund-${reference}`, { reference, status: 'processed' });
      await recordRefunds(manager, { paymentId, refunds: [refund], readAt: await databaseNow(manager) });
    });
    expect(await late).toEqual([done]);
    expect(await state()).toEqual(returned);
  });

  it('queues the purchase of a payment that is disputed, and it is frozen', async () => {
    await settle();
    await dispute('awaiting_merchant', null);
    await approve();
    expect([await state(), await isFrozen(product.db, requestId)]).toEqual([approved, true]);
    await dispute('resolved', 'lost');
    expect(await state()).toMatchObject({ payment: 'reversed', request: 'refunded', purchases: 1, cases: 0 });
  });

  it('queues the purchase of a payment of which a part was given back', async () => {
    await settle();
    await inTransaction(product.db, async (manager) => {
      const part = { reference, status: 'processed', amountMinor: 100_000 } as const;
      const refunds = [reportedRefund(`refund-${reference}`, part)];
      await recordRefunds(manager, { paymentId, refunds, readAt: await databaseNow(manager) });
    });
    await approve();
    expect(await state()).toEqual(approved);
  });

  it('is not taken by a second payment, which is owed to its payer', async () => {
    const rival = await join(product.url, 'sponsor');
    await jobs.query(`UPDATE requests SET reserved_until = now() WHERE id = $1`, requestId);
    const second = await pay(rival);
    await settle();
    expect((await jobs.deliver(verifyPaymentJob, { reference: second })).result).toEqual(done);
    expect((await jobs.deliver(approveSponsorshipJob, { reference: second })).result).toEqual(done);
    expect(await state()).toEqual(paid);
    await approve();
    expect(await state()).toEqual(approved);
    const purchases = 'SELECT id FROM purchases WHERE request_id = $1';
    expect(await jobs.query(purchases, requestId)).toHaveLength(1);
  });

  it('opens no purchase for a payment that was given back when another sponsor has paid since', async () => {
    await settle();
    await refundAll();
    await jobs.query(`UPDATE requests SET status = 'pending', paid_at = NULL WHERE id = $1`, requestId);
    const second = await pay(await join(product.url, 'sponsor'));
    await jobs.deliver(verifyPaymentJob, { reference: second });
    expect(await approve()).toEqual([done]);
    expect(await state()).toMatchObject({
      payment: 'reversed',
      request: 'paid',
      purchases: 0,
      enrolments: 0,
    });
    expect(await jobs.deliverOpen(approveSponsorshipJob, { reference: second })).toEqual([done]);
    expect(await state()).toMatchObject({
      payment: 'reversed',
      request: 'paid',
      purchases: 0,
      enrolments: 1,
    });
  });

  it('does nothing for a request that was withdrawn before its payment arrived', async () => {
    await jobs.query(`UPDATE requests SET status = 'withdrawn' WHERE id = $1`, requestId);
    await settle();
    expect(await openJobs()).toBe(0);
    await jobs.deliver(approveSponsorshipJob, { reference });
    expect(await state()).toEqual({ payment: 'refund_due', request: 'withdrawn', ...nothing });
  });

  it('stores nothing about people who are erased after a refund', async () => {
    await settle();
    const people = [await idOf(product, learner), await idOf(product, sponsor)];
    const end = (id: string) => inTransaction(product.db, (manager) => endAccount(manager, id));
    for (const id of people) await expect(end(id)).rejects.toMatchObject({ status: 409 });
    await refundAll();
    for (const id of people) {
      await end(id);
      await inTransaction(product.db, (manager) => erasePerson(manager, id));
    }
    expect(await approve()).toEqual([done]);
    expect(await state()).toEqual(returned);
  });
});

describe('an approval without its job', () => {
  const losses = [
    ['was deleted', 'DELETE FROM outbox WHERE'],
    [
      'was taken by a worker of the previous release, or discarded',
      'UPDATE outbox SET closed_at = now() WHERE',
    ],
  ] as const;
  const finders: [string, () => Promise<unknown>][] = [
    ['the follow-up', () => followUpPurchases(product.db)],
    ['the next poll', () => jobs.deliver(pollPayment, { reference, round: 1 })],
    ['the call of the payer', callApprove],
  ];

  it.each(losses.flatMap(([how, sql]) => finders.map(([who, find]) => [how, who, sql, find] as const)))(
    'that %s is enqueued by %s',
    async (_how, _who, sql, find) => {
      await settle();
      await jobs.query(`${sql} ${ownJobs}`, reference);
      await find();
      await find();
      expect([await state(), await openJobs()]).toEqual([paid, 1]);
      expect(await approve()).toEqual([done]);
      await find();
      expect([await state(), await openJobs()]).toEqual([approved, 0]);
    },
  );

  it.each(finders)('is not enqueued by %s while its job is open or has failed', async (_, find) => {
    await settle();
    await find();
    expect(await openJobs()).toBe(1);
    await jobs.query(`UPDATE outbox SET failed_at = now() WHERE ${ownJobs}`, reference);
    await find();
    expect(await openJobs()).toBe(1);
    expect(await followUpPurchases(product.db)).toMatchObject({ unapproved: 0, opened: 0 });
    await jobs.query(`UPDATE outbox SET failed_at = NULL WHERE ${ownJobs}`, reference);
    await approve();
  });

  it('is counted once it is late', async () => {
    await settle();
    const late = () => countLateApprovals(product.db, 15);
    const settledAgo = (minutes: number) =>
      jobs.query(
        `UPDATE payments SET settled_at = now() - make_interval(mins => $2) WHERE reference = $1`,
        reference,
        minutes,
      );
    await settledAgo(14);
    expect(await late()).toBe(0);
    await settledAgo(16);
    expect(await late()).toBe(1);
    await approve();
    expect(await late()).toBe(0);
  });

  it.each([
    ['the call of the payer', callApprove],
    ['the follow-up', () => followUpPurchases(product.db)],
  ])('does not let %s wait for a job that is running', async (_, find) => {
    await settle();
    let running: ReturnType<typeof approve> | undefined;
    await inTransaction(product.db, async (manager) => {
      await lockPayment(manager, paymentId);
      running = approve();
      await waitForLockWaits(product, 1);
      await find();
      expect(await openJobs()).toBe(1);
    });
    expect(await running).toEqual([done]);
    expect([await state(), await openJobs()]).toEqual([approved, 0]);
  });

  it.each([
    ['the call of the payer', callApprove],
    ['the follow-up', () => followUpPurchases(product.db)],
  ])('is not enqueued by %s when its job ends while it is looked for', async (_, find) => {
    await settle();
    let finding: ReturnType<typeof find> | undefined;
    await inTransaction(product.db, async (manager) => {
      await manager.query('LOCK TABLE outbox');
      finding = find();
      const looking = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE '%FROM outbox WHERE key = $1%'`;
      await soon(() => product.db.query(looking)).toHaveLength(1);
      await queuePurchase(manager, { requestId, paymentId, courseTitle: 'Machine Learning' });
      await manager.query(`UPDATE outbox SET closed_at = now() WHERE ${ownJobs}`, [reference]);
    });
    await finding;
    expect(await openJobs()).toBe(0);
  });
});

describe('an upgrade from a release that did all in the settlement', () => {
  it('finds nothing to do for what that release has settled, and runs its open job', async () => {
    await settle();
    await approve();
    await jobs.query(`DELETE FROM outbox WHERE ${ownJobs}`, reference);
    expect(await callApprove()).toMatchObject({ status: 200, body: { data: { status: 'success' } } });
    expect([await openJobs(), (await followUpPurchases(product.db)).unapproved]).toEqual([0, 0]);
    // That release gave the job no key.
    await jobs.query(
      `INSERT INTO outbox (job, payload) VALUES ('sponsorships.approve', jsonb_build_object('reference', $1::text))`,
      reference,
    );
    expect(await approve()).toEqual([done]);
    expect(await state()).toEqual(approved);
  });

  it('opens no purchase for a course that was enrolled before there were purchases', async () => {
    await settle();
    await inTransaction(product.db, async (manager) => {
      // Without triggers: today no request ends while it holds money.
      await manager.query('SET LOCAL session_replication_role = replica');
      await manager.query(`UPDATE requests SET status = 'enrolled', enrolled_at = now() WHERE id = $1`, [
        requestId,
      ]);
    });
    await jobs.query(`DELETE FROM outbox WHERE ${ownJobs}`, reference);
    expect((await followUpPurchases(product.db)).unapproved).toBe(0);
    await jobs.deliver(approveSponsorshipJob, { reference });
    expect(await state()).toEqual({ ...paid, request: 'enrolled' });
  });
});
