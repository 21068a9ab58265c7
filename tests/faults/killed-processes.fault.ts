import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { saveCourse } from '#contracts/catalogue/catalogue.ts';
import { claimCase, runCaseAction } from '#contracts/desk/desk.ts';
import { listCases } from '#contracts/desk/desk-inbox.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { revealCode } from '#contracts/purchases/purchases.ts';
import { freePort } from '#sandbox/processes/ports.ts';
import { type Purchase, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { patient } from '#tests/support/soon.ts';
import { casePathOf } from '../support/browser/desk-page.ts';
import { holdCommits } from '../support/database/hold-commits.ts';
import { waitForLockWaits } from '../support/database/lock-waits.ts';
import { payForCourse } from '../support/money/paid-purchases.ts';
import { callDesk, joinDesk } from '../support/people/operators.ts';
import { fileRequest, join, mailsTo, press, requestBody, startPayment } from '../support/people/people.ts';
import { callApi } from '../support/product/api-client.ts';
import { type ProductProcess, startProcess } from '../support/product/product-process.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import { startRedis, type TestRedis } from '../support/servers/start-redis.ts';
import { needs, requireRedis } from '../support/vitest/requirements.ts';

interface Deal {
  purchase: Purchase;
  id: string;
}

const redis = requireRedis();
const platformSecret = 'platform-secret-never-in-clear';

describe.each([
  { backend: 'PostgreSQL', missing: undefined },
  { backend: 'Redis', missing: redis.missing },
])('after kill -9, on $backend', ({ backend, missing }) => {
  let product: TestProduct;
  let server: TestRedis | undefined;
  let worker: ProductProcess | undefined;
  let api: ProductProcess | undefined;

  beforeAll(async () => {
    if (missing) return;
    if (backend === 'Redis' && redis.path) server = await startRedis(redis.path);
    product = await startTestProduct({
      ...(server && { REDIS_URL: server.url }),
      // No polling, so that only the test's own calls cause a settlement.
      PAYMENT_POLL_SECONDS: '3600',
    });
  });
  afterAll(async () => {
    await worker?.kill();
    await api?.kill();
    await product?.close();
    await server?.stop();
  });

  const begin = async (url: string) => {
    const learner = await join(url, 'learner');
    const sponsor = await join(url, 'sponsor');
    const account = { email: 'login@platform.example', password: platformSecret };
    const requestId = await fileRequest(url, learner, { account });
    const { reference, access_code } = (await startPayment(url, sponsor, requestId)).body.data.data;
    return { learner, sponsor, requestId, reference, accessCode: access_code };
  };

  const settled = async ({ reference }: { reference: string }) => {
    const [row] = await product.db.query(
      `SELECT p.status, r.status AS request,
              (SELECT count(*)::int FROM ledger_transactions l WHERE l.payment_id = p.id AND l.kind = 'capture') AS lines,
              (SELECT count(*)::int FROM outbox o WHERE o.closed_at IS NULL AND o.available_at <= now()) AS open
       FROM payments p JOIN requests r ON r.id = p.request_id WHERE p.reference = $1`,
      [reference],
    );
    return row;
  };

  const control = (path: string, method: string, body: object) =>
    fetch(`${product.sandbox.httpUrl}/payments/control/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  const receipts = async (email: string) =>
    (await mailsTo(product.sandbox.httpUrl, email)).filter(({ subject }) => /receipt|is paid/.test(subject));

  it(
    'of the worker during a settlement, the next worker finishes it within 15 s',
    needs({ missing }),
    async () => {
      worker = await startProcess('worker', { ...product.env, LOG_LEVEL: 'debug' });
      const deal = await begin(product.url);
      // Without an answer of the provider, so that the worker is killed while it waits.
      const lost = {
        on: 'verify',
        reference: deal.reference,
        times: 1,
        fault: { kind: 'answer_lost' },
      };
      await control('faults', 'POST', lost);
      await press(product.sandbox.httpUrl, deal.accessCode, 'pay');
      await vi.waitFor(async () => {
        const response = await fetch(`${product.sandbox.httpUrl}/payments/control/faults`);
        expect(await response.text()).toMatch(/"used":\s*1/);
      }, patient);
      await worker.kill();
      expect(await settled(deal)).toMatchObject({ status: 'pending', lines: 0 });

      worker = await startProcess('worker', { ...product.env, LOG_LEVEL: 'debug' });
      await vi.waitFor(
        async () =>
          expect(await settled(deal)).toEqual({ status: 'approved', request: 'paid', lines: 1, open: 0 }),
        patient,
      );
      expect(await receipts(deal.learner.email)).toHaveLength(1);
      expect(await receipts(deal.sponsor.email)).toHaveLength(1);
    },
  );

  /** How much follows from the approval: purchases, enrolments, and receipts of each person. */
  const followed = async (deal: Awaited<ReturnType<typeof begin>>) => {
    const [row] = await product.db.query(
      `SELECT (SELECT count(*)::int FROM purchases WHERE request_id = $1) AS purchases,
              (SELECT count(*)::int FROM enrolments WHERE request_id = $1) AS enrolments`,
      [deal.requestId],
    );
    const mails = [await receipts(deal.learner.email), await receipts(deal.sponsor.email)];
    return { ...row, receipts: mails.map(({ length }) => length) };
  };
  const once = { purchases: 1, enrolments: 1, receipts: [1, 1] };

  it(
    'of the worker between a settlement and the end of its sponsorship’s job, the next worker does the job',
    needs({ missing }),
    async () => {
      const deal = await begin(product.url);
      const holder = product.db.createQueryRunner();
      await holder.startTransaction();
      await holder.query('LOCK TABLE purchases IN SHARE MODE');
      await press(product.sandbox.httpUrl, deal.accessCode, 'pay');
      await waitForLockWaits(product, 1);
      await worker?.kill();
      await holder.rollbackTransaction();
      await holder.release();
      expect(await settled(deal)).toMatchObject({ status: 'approved', request: 'paid', lines: 1 });
      expect(await followed(deal)).toEqual({ purchases: 0, enrolments: 0, receipts: [0, 0] });

      worker = await startProcess('worker', { ...product.env, LOG_LEVEL: 'debug' });
      await vi.waitFor(async () => expect((await settled(deal)).open).toBe(0), patient);
      expect(await followed(deal)).toEqual(once);
    },
  );

  it(
    'of the worker between the commit of a sponsorship’s job and its acknowledgement, nothing is done twice',
    needs({ missing }),
    async () => {
      const deal = await begin(product.url);
      // The job updates the saved course, so that its commit can be held.
      const { link } = requestBody();
      const saved = { title: 'Machine Learning', description: '', link };
      await callApi(product.url, saveCourse, { body: saved }, deal.learner.token);
      const releaseCommits = await holdCommits(product, 'enrolments');
      await press(product.sandbox.httpUrl, deal.accessCode, 'pay');
      await waitForLockWaits(product, 1);
      await worker?.kill();
      await releaseCommits();

      worker = await startProcess('worker', { ...product.env, LOG_LEVEL: 'debug' });
      await vi.waitFor(async () => expect((await settled(deal)).open).toBe(0), patient);
      expect(await followed(deal)).toEqual(once);
      expect(await settled(deal)).toEqual({ status: 'approved', request: 'paid', lines: 1, open: 0 });
    },
  );

  it(
    'of the API right after a verify call and a webhook, nothing is lost or duplicated',
    needs({ missing }),
    async () => {
      await worker?.kill();
      const port = String(await freePort());
      api = await startProcess('api', { ...product.env, PORT: port, LOG_LEVEL: 'debug' });
      const url = `http://localhost:${port}`;
      await control('settings', 'PATCH', { webhookUrl: `${url}/api/course/webhook/paystack` });
      const deal = await begin(url);
      const verifications = () =>
        product.db.query(
          `SELECT 1 FROM outbox WHERE payload->>'reference' = $1 AND job = 'payments.verify'`,
          [deal.reference],
        );
      const call = callApi(url, verifyPayment, { query: { reference: deal.reference } }, deal.sponsor.token);
      const cut = expect(call).rejects.toThrow();
      await vi.waitFor(async () => expect(await verifications()).toHaveLength(1), patient);
      await press(product.sandbox.httpUrl, deal.accessCode, 'pay');
      await vi.waitFor(async () => expect(await verifications()).toHaveLength(2), patient);
      await api.kill();
      await cut;
      expect(await settled(deal)).toMatchObject({ status: 'pending', lines: 0 });

      worker = await startProcess('worker', { ...product.env, LOG_LEVEL: 'debug' });
      await vi.waitFor(
        async () =>
          expect(await settled(deal)).toEqual({ status: 'approved', request: 'paid', lines: 1, open: 0 }),
        patient,
      );
      expect(await receipts(deal.learner.email)).toHaveLength(1);
      expect(await receipts(deal.sponsor.email)).toHaveLength(1);
      expect(api.output + worker.output).not.toContain(platformSecret);
    },
  );

  it(
    'of the API between the commit and the answer of a purchase, nothing is bought twice, lost or shown twice',
    needs({ missing }),
    async () => {
      await control('settings', 'PATCH', { webhookUrl: null });
      const people = {
        learner: await join(product.url, 'learner'),
        sponsor: await join(product.url, 'sponsor'),
      };
      const { cookie } = await joinDesk(product);
      const act = (url: string, id: string, action: string, values: Record<string, string> = {}) =>
        callDesk(url, runCaseAction, { params: { id }, body: { action, values } }, cookie);
      const done = async (...given: Parameters<typeof act>) =>
        expect((await act(...given)).body.message).toMatch(/^Done: /);
      const reveal = (url: string, { requestId: id }: Purchase) =>
        callApi(url, revealCode, { params: { id } }, people.learner.token);
      const order = { orderNumber: 'CO-1', charged: '19500', currency: 'NGN' };
      const before = [
        [],
        ['start-buying'],
        ['start-buying', 'record-order'],
        ['start-buying', 'record-order'],
      ];
      const deals: Deal[] = [];
      for (const actions of before) {
        const request = { delivery: 'enrolment-code', account: undefined };
        const purchase = await payForCourse(product, people, request);
        const id = (await casePathOf(product, 'purchase', purchase.id)).split('=')[1] ?? '';
        await callDesk(product.url, claimCase, { params: { id } }, cookie);
        for (const action of actions) await done(product.url, id, action, order);
        deals.push({ purchase, id });
      }
      const [claimed, ordered, handedOver, seen] = deals as [Deal, Deal, Deal, Deal];
      await done(product.url, seen.id, 'hand-over', { code: 'CODE-1' });

      const port = String(await freePort());
      api = await startProcess('api', { ...product.env, PORT: port, LOG_LEVEL: 'debug' });
      const url = `http://localhost:${port}`;
      expect((await callDesk(url, listCases, { query: {} } as object, cookie)).status).toBe(200);
      const releaseCommits = await holdCommits(product, 'purchases');
      const cut = Promise.allSettled([
        act(url, claimed.id, 'start-buying'),
        act(url, ordered.id, 'record-order', order),
        act(url, handedOver.id, 'hand-over', { code: 'CODE-2' }),
        reveal(url, seen.purchase),
      ]);
      await waitForLockWaits(product, 4);
      await api.kill();
      await releaseCommits();
      expect((await cut).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));

      const ids = deals.map(({ purchase }) => purchase.id);
      const stateOf = (id: string) => product.db.getRepository(PurchaseEntity).findOneByOrFail({ id });
      await vi.waitFor(async () => {
        const states = await Promise.all(ids.map(stateOf));
        expect(states.map(({ status }) => status)).toEqual([
          'claimed',
          'bought',
          'handed_over',
          'handed_over',
        ]);
        expect(states[3]?.codeSeenAt).not.toBeNull();
      }, patient);
      await done(product.url, claimed.id, 'start-buying');
      expect((await act(product.url, ordered.id, 'record-order', order)).status).toBe(409);
      const bought = await product.db.query(
        `SELECT count(*)::int AS n FROM ledger_transactions WHERE kind = 'purchase' AND payment_id = ANY ($1)
         GROUP BY payment_id`,
        [deals.map(({ purchase }) => purchase.paymentId)],
      );
      expect(bought).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
      const shown = await reveal(product.url, handedOver.purchase);
      expect([shown.status, shown.body.data.code]).toEqual([200, 'CODE-2']);
      expect((await reveal(product.url, handedOver.purchase)).status).toBe(409);
      expect((await reveal(product.url, seen.purchase)).status).toBe(409);
      await done(product.url, seen.id, 'hand-over', { code: 'CODE-3' });
      expect((await reveal(product.url, seen.purchase)).body.data.code).toBe('CODE-3');
      await vi.waitFor(async () => {
        const mails = await product.db.query(
          `SELECT count(*)::int AS n, bool_and(closed_at IS NOT NULL) AS "isSent" FROM outbox
           WHERE payload->>'mail' = 'course-handed-over' AND payload->>'id' = $1`,
          [handedOver.purchase.id],
        );
        expect(mails).toEqual([{ n: 1, isSent: true }]);
      }, patient);
      expect(api.output).not.toContain('CODE-');
    },
  );

  it('drains the worker on SIGTERM and exits with 0', needs({ missing }), async () => {
    expect(await worker?.end()).toBe(0);
  });
});
