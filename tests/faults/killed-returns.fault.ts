import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { pollDisputesJob } from '#services/disputes/disputes.jobs.ts';
import { requestAnswer } from '#services/disputes/request-answer.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type Refund, RefundEntity } from '#services/refunds/refund.entity.ts';
import { storeRefundAccount } from '#services/refunds/refund-account.ts';
import { retryRefundJob } from '#services/refunds/refunds.jobs.ts';
import { requestRefund } from '#services/refunds/request-refund.ts';
import { patient } from '#tests/support/soon.ts';
import { fileRequest, join, press, startPayment } from '../support/people/people.ts';
import { type ProductProcess, startProcess } from '../support/product/product-process.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import { startRedis, type TestRedis } from '../support/servers/start-redis.ts';
import { needs, requireRedis } from '../support/vitest/requirements.ts';

const redis = requireRedis();

interface ProviderRefund {
  id: number;
  reference: string;
  status: string;
  retries: number;
}

describe.each([
  { backend: 'PostgreSQL', missing: undefined },
  { backend: 'Redis', missing: redis.missing },
])('after kill -9 between the provider’s answer and our commit, on $backend', ({ backend, missing }) => {
  let product: TestProduct;
  let server: TestRedis | undefined;
  let worker: ProductProcess | undefined;
  let operatorId: string;

  beforeAll(async () => {
    if (missing) return;
    if (backend === 'Redis' && redis.path) server = await startRedis(redis.path);
    // However busy the machine is, a call still waits for its answer when the worker is killed.
    product = await startTestProduct({
      PAYMENT_TIMEOUT_MS: '60000',
      ...(server && { REDIS_URL: server.url }),
    });
    // Without webhooks, so that only the restarted job can find out what the provider did.
    await control('PATCH', 'settings', { refundStepMs: null, webhooks: 'off' });
    const operator = { email: 'ada@staff.example', fullName: 'Ada', role: 'operator' as const };
    operatorId = (await product.db.manager.insert(UserEntity, operator)).identifiers[0]?.id;
  });
  afterAll(async () => {
    await worker?.kill();
    await product?.close();
    await server?.stop();
  });

  async function control(method: string, path: string, body?: object) {
    const response = await fetch(`${product.sandbox.httpUrl}/payments/control/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.status === 204 ? undefined : response.json();
  }
  const start = async () => {
    worker = await startProcess('worker', product.env);
  };
  const books = async (reference: string): Promise<ProviderRefund[]> =>
    (await control('GET', 'ledger')).refunds.filter(
      (refund: ProviderRefund) => refund.reference === reference,
    );
  const callsOf = async (on: string, reference: string): Promise<number> => {
    const rules: { on: string; reference: string; used: number }[] = await control('GET', 'faults');
    return rules.find((rule) => rule.on === on && rule.reference === reference)?.used ?? 0;
  };
  /** Lets the call take effect without an answer, so that the worker is killed while it waits. */
  const loseAnswer = (on: string, reference: string) =>
    control('POST', 'faults', { on, reference, times: 100, fault: { kind: 'answer_lost' } });
  const refundOf = (id: string): Promise<Refund> =>
    product.db.getRepository(RefundEntity).findOneByOrFail({ id });

  async function pay(): Promise<{ paymentId: string; reference: string }> {
    const [learner, sponsor] = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
    const requestId = await fileRequest(product.url, learner);
    const { reference, access_code } = (await startPayment(product.url, sponsor, requestId)).body.data.data;
    await press(product.sandbox.httpUrl, access_code, 'pay');
    await control('POST', `webhooks/${reference}`, { event: 'charge.success' });
    const paymentId = await vi.waitFor(async () => {
      const [row] = await product.db.query(
        `SELECT id FROM payments WHERE reference = $1 AND status = 'approved'`,
        [reference],
      );
      expect(row).toBeDefined();
      return row.id as string;
    }, patient);
    return { paymentId, reference };
  }

  it('a refund and its retry with bank details happen once', needs({ missing }), async () => {
    await start();
    const { paymentId, reference } = await pay();
    await loseAnswer('refund', reference);
    const { id } = await inTransaction(product.db, (manager) =>
      requestRefund(manager, { paymentId, operatorId, reason: 'A test' }, { isFourEyes: false }),
    );
    await vi.waitFor(async () => expect(await books(reference)).toHaveLength(1), patient);
    await worker?.kill();
    expect(await refundOf(id)).toMatchObject({ status: 'pending', providerId: null });
    await start();
    await vi.waitFor(
      async () => expect((await refundOf(id)).providerId).toBe(String((await books(reference))[0]?.id)),
      patient,
    );
    expect([(await books(reference)).length, await callsOf('refund', reference)]).toEqual([1, 1]);

    const { providerId } = await refundOf(id);
    await control('POST', `refunds/${providerId}`, { status: 'needs-attention' });
    await product.db.query(`UPDATE refunds SET status = 'needs_attention' WHERE id = $1`, [id]);
    await loseAnswer('refund_retry', reference);
    await inTransaction(product.db, async (manager) => {
      const account = { currency: 'NGN', accountNumber: '0690000031', bankId: '2' };
      await storeRefundAccount(manager, id, account, product.config);
      await enqueue(manager, retryRefundJob, { refundId: id });
    });
    await vi.waitFor(async () => expect(await books(reference)).toMatchObject([{ retries: 1 }]), patient);
    await worker?.kill();
    expect(await refundOf(id)).toMatchObject({ status: 'needs_attention' });
    await start();
    await vi.waitFor(async () => expect((await refundOf(id)).status).toBe('processing'), patient);
    expect(await books(reference)).toMatchObject([{ retries: 1, status: 'processing' }]);
    expect(await product.db.query('SELECT 1 FROM refund_accounts')).toEqual([]);
  });

  it('a dispute is answered once', needs({ missing }), async () => {
    const { paymentId, reference } = await pay();
    await control('POST', `transactions/${reference}/dispute`, { stage: 'create' });
    await inTransaction(product.db, (manager) => enqueue(manager, pollDisputesJob, {}));
    const disputes = product.db.getRepository(DisputeEntity);
    const { id } = await vi.waitFor(() => disputes.findOneByOrFail({ paymentId }), patient);
    await loseAnswer('dispute_resolve', reference);
    await inTransaction(product.db, (manager) =>
      requestAnswer(manager, { disputeId: id, operatorId, answer: 'fight', message: 'It was delivered.' }),
    );
    const atProvider = async () =>
      (await control('GET', 'ledger')).disputes.filter(
        (dispute: ProviderRefund) => dispute.reference === reference,
      );
    await vi.waitFor(
      async () => expect(await atProvider()).toMatchObject([{ status: 'awaiting-bank-feedback' }]),
      patient,
    );
    await worker?.kill();
    expect(await disputes.findOneByOrFail({ id })).toMatchObject({ status: 'awaiting_merchant' });
    await start();
    await vi.waitFor(
      async () => expect((await disputes.findOneByOrFail({ id })).status).toBe('awaiting_bank'),
      patient,
    );
    expect(await callsOf('dispute_resolve', reference)).toBe(1);
  });
});
