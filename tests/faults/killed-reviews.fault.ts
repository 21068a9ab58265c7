import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hourMs, minuteMs } from '#contracts/durations.ts';
import { freePort } from '#sandbox/processes/ports.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { openCondition } from '#services/platform/queue/outbox.entity.ts';
import { patient } from '#tests/support/soon.ts';
import { holdCommits } from '../support/database/hold-commits.ts';
import { waitForLockWaits } from '../support/database/lock-waits.ts';
import { balancesOf } from '../support/money/paid-purchases.ts';
import { controlPayments } from '../support/money/payment-control.ts';
import {
  joinReviewDesk,
  type Review,
  type ReviewDesk,
  reviewedPriceMinor,
} from '../support/money/review-desk.ts';
import { type ProductProcess, startProcess } from '../support/product/product-process.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import { startRedis, type TestRedis } from '../support/servers/start-redis.ts';
import { needs, requireRedis } from '../support/vitest/requirements.ts';

const redis = requireRedis();
const order = { orderNumber: 'CO-1', charged: '20000', currency: 'NGN' };

describe.each([
  { backend: 'PostgreSQL', missing: undefined },
  { backend: 'Redis', missing: redis.missing },
])('after kill -9 while a payment under review is accepted, on $backend', ({ backend, missing }) => {
  let product: TestProduct;
  let desk: ReviewDesk;
  let server: TestRedis | undefined;
  let worker: ProductProcess | undefined;
  let api: ProductProcess | undefined;

  beforeAll(async () => {
    if (missing) return;
    if (backend === 'Redis' && redis.path) server = await startRedis(redis.path);
    const env = {
      OPERATORS_FOUR_EYES: 'true',
      PAYMENT_POLL_SECONDS: '3600',
      // However busy the machine is, a call still waits for its answer when the worker is killed.
      PAYMENT_TIMEOUT_MS: '60000',
    };
    product = await startTestProduct({ ...env, ...(server && { REDIS_URL: server.url }) });
    // Without webhooks, so that only the restarted job can find out what the provider did.
    await controlPayments(product, 'PATCH', 'settings', { refundStepMs: null, webhooks: 'off' });
    desk = await joinReviewDesk(product);
    await start();
  });
  afterAll(async () => {
    await worker?.kill();
    await api?.kill();
    await product?.close();
    await server?.stop();
  });

  const start = async () => {
    worker = await startProcess('worker', product.env);
  };
  /** Kills the worker once its mails are delivered: one that it was delivering arrives twice. */
  const killAfterMails = async () => {
    const open = `SELECT id FROM outbox WHERE job = $1 AND ${openCondition} AND available_at <= now()`;
    await vi.waitFor(
      async () => expect(await product.db.query(open, [deliverMail.name])).toEqual([]),
      patient,
    );
    await worker?.kill();
  };
  const refundOf = async (review: Review) => {
    const refunds = await desk.refundsOf(review);
    return refunds.at(-1);
  };
  /** A payment of ₦1,000 too much that is accepted; its purchase is Ada's. Returns the case of the purchase. */
  async function accepted(review: Review): Promise<string> {
    expect((await desk.act(review.caseId, 'accept-payment')).status).toBe(200);
    const caseId = await desk.purchaseCaseOf(review);
    await desk.claim(caseId);
    return caseId;
  }
  /** Has the provider pay the refund out, and buys the course; expects that each was done once. */
  async function finish(review: Review, caseId: string, starts = 1) {
    const [refund, ...others] = await desk.refundsAtProvider(review.reference);
    expect([refund, others]).toMatchObject([{ amountMinor: 100_000 }, []]);
    await vi.waitFor(
      async () => expect((await refundOf(review))?.providerId).toBe(String(refund?.id)),
      patient,
    );
    expect((await desk.act(caseId, 'start-buying')).status).toBe(409);
    await controlPayments(product, 'POST', `refunds/${refund?.id}`, { status: 'processed' });
    expect((await desk.act(caseId, 'settle-again')).status).toBe(200);
    await vi.waitFor(
      async () => expect(await refundOf(review)).toMatchObject({ status: 'processed' }),
      patient,
    );
    expect((await desk.act(caseId, 'start-buying')).status).toBe(200);
    expect((await desk.act(caseId, 'record-order', order)).status).toBe(200);
    expect((await desk.act(caseId, 'hand-over')).status).toBe(200);
    expect(await desk.done(review)).toEqual({
      ...{ purchases: 1, purchaseCases: 1, enrolments: 1 },
      ...{ captures: 1, refunds: 1, orders: 1 },
    });
    expect(await balancesOf(product, review.paymentId)).toMatchObject({
      ...{ provider: 1_968_500, request: 0, purchases: -reviewedPriceMinor },
    });
    expect(await desk.differences(review.reference)).toEqual([]);
    await vi.waitFor(
      async () =>
        expect(await desk.subjects(review.sponsor)).toEqual([
          'Please confirm your email address',
          'Your receipt',
          ...Array(starts).fill('Your refund is on its way'),
          'Your refund was paid out',
        ]),
      patient,
    );
  }

  it(
    'of the worker before the call of the provider, the surplus goes back once',
    needs({ missing }),
    async () => {
      const review = await desk.underReview({ amountMinor: 2_100_000 });
      const calls = await desk.countRefundCalls(review);
      await worker?.kill();
      const caseId = await accepted(review);
      expect((await desk.act(caseId, 'approve-refund', {}, desk.grace)).status).toBe(200);
      expect([await calls(), await desk.refundsAtProvider(review.reference)]).toEqual([0, []]);
      await start();
      await vi.waitFor(async () => expect(await calls()).toBe(1), patient);
      await finish(review, caseId);
      expect(await calls()).toBe(1);
    },
  );

  it(
    'of the worker between the call of the provider and its answer, the surplus goes back once',
    needs({
      missing,
    }),
    async () => {
      const review = await desk.underReview({ amountMinor: 2_100_000 });
      const calls = await desk.countRefundCalls(review, { kind: 'answer_lost' });
      const caseId = await accepted(review);
      expect((await desk.act(caseId, 'approve-refund', {}, desk.grace)).status).toBe(200);
      await vi.waitFor(
        async () => expect(await desk.refundsAtProvider(review.reference)).toHaveLength(1),
        patient,
      );
      await killAfterMails();
      expect(await refundOf(review)).toMatchObject({ status: 'pending', providerId: null });
      await start();
      await finish(review, caseId);
      expect(await calls()).toBe(1);
    },
  );

  it(
    'of the worker during a call that the provider never got, the surplus is requested again before the course is bought',
    needs({
      missing,
    }),
    async () => {
      const review = await desk.underReview({ amountMinor: 2_100_000 });
      const lost = await desk.countRefundCalls(review, { kind: 'no_answer' }, 1);
      const caseId = await accepted(review);
      expect((await desk.act(caseId, 'approve-refund', {}, desk.grace)).status).toBe(200);
      // Not only written down: a worker killed before the call would leave the fault to the second refund.
      await vi.waitFor(async () => expect(await lost()).toBe(1), patient);
      await killAfterMails();
      expect((await refundOf(review))?.calledAt).toBeInstanceOf(Date);
      // The provider may list a refund later than it creates it, so an hour has to pass.
      const called = new Date(Date.now() - hourMs - minuteMs);
      await product.db.query('UPDATE refunds SET called_at = $2 WHERE payment_id = $1', [
        review.paymentId,
        called,
      ]);
      await start();
      await vi.waitFor(
        async () => expect(await refundOf(review)).toMatchObject({ status: 'failed' }),
        patient,
      );
      expect(await desk.refundsAtProvider(review.reference)).toEqual([]);
      expect((await desk.act(caseId, 'start-buying')).body.message).toContain('has not gone back');
      const again = await Promise.all([1, 2].map(() => desk.act(caseId, 'refund-excess-again')));
      expect(again.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await desk.act(caseId, 'approve-refund', {}, desk.grace)).status).toBe(200);
      await vi.waitFor(
        async () => expect(await desk.refundsAtProvider(review.reference)).toHaveLength(1),
        patient,
      );
      await finish(review, caseId, 2);
      expect(await desk.offered(caseId)).not.toHaveProperty('refund-excess-again');
    },
  );

  it(
    'of the API between the commit of an acceptance or approval and its answer, each is done once',
    needs({
      missing,
    }),
    async () => {
      const [reviewed, waiting] = [
        await desk.underReview({ amountMinor: 2_100_000 }),
        await desk.underReview({ amountMinor: 2_100_000 }),
      ];
      const waitingCase = await accepted(waiting);
      const port = String(await freePort());
      api = await startProcess('api', { ...product.env, PORT: port });
      const url = `http://localhost:${port}`;
      expect((await desk.act(waiting.caseId, 'accept-payment', {}, desk.ada, url)).status).toBe(409);
      const release = await holdCommits(product, 'payments', 'refunds');
      const cut = Promise.allSettled([
        desk.act(reviewed.caseId, 'accept-payment', {}, desk.ada, url),
        desk.act(waitingCase, 'approve-refund', {}, desk.grace, url),
      ]);
      await waitForLockWaits(product, 2);
      await api.kill();
      await release();
      expect((await cut).map(({ status }) => status)).toEqual(['rejected', 'rejected']);

      await vi.waitFor(
        async () => expect(await desk.paymentOf(reviewed)).toMatchObject({ status: 'approved' }),
        patient,
      );
      expect((await desk.act(reviewed.caseId, 'accept-payment')).status).toBe(409);
      expect((await desk.act(waitingCase, 'approve-refund', {}, desk.grace)).status).toBe(409);
      const caseId = await desk.purchaseCaseOf(reviewed);
      await desk.claim(caseId);
      expect((await desk.act(caseId, 'approve-refund', {}, desk.grace)).status).toBe(200);
      for (const review of [reviewed, waiting])
        await vi.waitFor(
          async () => expect(await desk.refundsAtProvider(review.reference)).toHaveLength(1),
          patient,
        );
      await finish(reviewed, caseId);
      await finish(waiting, waitingCase);
    },
  );
});
