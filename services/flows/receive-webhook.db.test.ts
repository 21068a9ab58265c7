import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { receiveWebhook as contract } from '#contracts/payments/payments.ts';
import type { Deps } from '#services/deps.ts';
import type { Call } from '#services/platform/http/route.ts';
import { createLogger } from '#services/platform/log.ts';
import { purgeTable } from '#services/privacy/retention.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import { type RawResponse, rawCall } from '#tests/security/support/raw-call.ts';
import { fileRequest, join, startPayment } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { receiveWebhook } from './receive-webhook.ts';

let product: TestProduct;
let reference: string;
beforeAll(async () => {
  product = await startTestProduct();
  const requestId = await fileRequest(product.url, await join(product.url, 'learner'));
  const started = await startPayment(product.url, await join(product.url, 'sponsor'), requestId);
  reference = started.body.data.data.reference;
});
afterAll(() => product?.close());

function sign(raw: string | Buffer, key = product.config.payment.secretKey, hash = 'sha512'): string {
  return createHmac(hash, key).update(raw).digest('hex');
}

function deliver(raw: string | Buffer, signature: string | undefined = sign(raw)): Promise<RawResponse> {
  return rawCall(product.url, '/api/course/webhook/paystack', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'x-paystack-signature': signature }),
    },
    body: raw,
  });
}

function webhook(event = 'charge.success', data: object = {}): string {
  return JSON.stringify({
    event,
    data: { id: Math.floor(Math.random() * 1e12), reference, amount: 1, ...data },
  });
}

async function stored(): Promise<number> {
  return (await product.db.query('SELECT count(*)::int AS n FROM webhook_inbox'))[0].n;
}

async function enqueued(job = 'payments.verify'): Promise<unknown[]> {
  const rows: { payload: unknown }[] = await product.db.query(
    'SELECT payload FROM outbox WHERE job = $1 ORDER BY created_at',
    [job],
  );
  return rows.map(({ payload }) => payload);
}

describe('the signature of a webhook', () => {
  it.each<[what: string, signature: (raw: string) => string | undefined]>([
    ['is missing', () => undefined],
    ['is empty', () => ''],
    ['is of another key', (raw) => sign(raw, 'sk_test_another_key')],
    ['is of an empty key', (raw) => sign(raw, ' ')],
    ['is of another hash', (raw) => sign(raw, undefined, 'sha256')],
    ['is of another body', () => sign(webhook())],
    ['is of the same data, written differently', (raw) => sign(JSON.stringify(JSON.parse(raw), null, 1))],
    ['is cut off', (raw) => sign(raw).slice(0, 64)],
    ['is no hex', () => 'x'.repeat(128)],
    ['is of zeros', () => '0'.repeat(128)],
  ])('%s: 401, and nothing is stored', async (_, signature) => {
    const [before, jobs] = [await stored(), (await enqueued()).length];
    const raw = webhook();
    // `deliver` signs by default, so send a missing signature directly.
    const given = signature(raw);
    const response =
      given === undefined
        ? await rawCall(product.url, '/api/course/webhook/paystack', { method: 'POST', body: raw })
        : await deliver(raw, given);
    expect([response.status, response.json]).toEqual([401, { message: 'The signature does not fit.' }]);
    expect([await stored(), (await enqueued()).length]).toEqual([before, jobs]);
  });

  // ASVS 8.3.1
  it('covers the raw bytes, so a modified body is rejected', async () => {
    const raw = webhook();
    expect((await deliver(raw.replace('"amount":1', '"amount":2'), sign(raw))).status).toBe(401);
  });
});

describe('a signed webhook', () => {
  it('about a payment is stored as received and enqueues a verification, without trusting its payload', async () => {
    const before = (await enqueued()).length;
    const raw = webhook('charge.success', { amount: 1, currency: 'USD', status: 'success' });
    expect(await deliver(raw)).toMatchObject({ status: 200, json: { message: 'Received.' } });
    expect((await enqueued()).slice(before)).toEqual([{ reference }]);
    const [row] = await product.db.query(
      'SELECT event, reference, payload FROM webhook_inbox ORDER BY created_at DESC LIMIT 1',
    );
    expect(row).toEqual({ event: 'charge.success', reference, payload: JSON.parse(raw) });
    const [payment] = await product.db.query('SELECT status FROM payments WHERE reference = $1', [reference]);
    expect(payment.status).toBe('pending');
  });

  it('is stored without the payer', async () => {
    const customer = { email: 'canary@payer.example', first_name: 'Canary', phone: '+2348000000000' };
    const authorization = { last4: '4081', signature: 'SIG_canary' };
    const log = { history: [{ message: 'canary@payer.example' }] };
    const money = { amount: 2_001_800, fees: 30_000, currency: 'NGN', status: 'success' };
    const more = {
      customer,
      authorization,
      log,
      ip_address: '203.0.113.7',
      category: 'x'.repeat(201),
      message: 'For canary@payer.example',
    };
    expect((await deliver(webhook('charge.success', { id: 77, ...money, ...more }))).status).toBe(200);
    const [{ payload }] = await product.db.query(
      "SELECT payload FROM webhook_inbox WHERE natural_key LIKE 'charge.success:%:77'",
    );
    expect(payload).toEqual({ event: 'charge.success', data: { id: 77, reference, ...money } });
    const dispute = {
      id: 78,
      reference: undefined,
      transaction: { reference, customer },
      customer,
      dueAt: '2027-01-01',
    };
    await deliver(webhook('charge.dispute.create', { ...dispute, amount: undefined }));
    const [stored] = await product.db.query(
      "SELECT payload FROM webhook_inbox WHERE natural_key LIKE 'charge.dispute.create:%:78'",
    );
    expect(stored.payload.data).toEqual({ id: 78, transaction: { reference }, dueAt: '2027-01-01' });
  });

  it('is deleted after 90 days, unless an incident refers to it', async () => {
    await deliver(webhook('charge.success', { id: 81 }));
    await deliver(webhook('charge.dispute.create', { id: 82 }));
    await deliver(webhook('charge.success', { id: 83 }));
    const keyMatches = 'natural_key ~ $1';
    await product.db.query(
      `UPDATE webhook_inbox SET created_at = now() - interval '90 days 1 second' WHERE ${keyMatches}`,
      [':(81|82)$'],
    );
    await purgeTable(product.db, 'webhook_inbox', new Date());
    const left = await product.db.query(
      `SELECT payload -> 'data' -> 'id' AS id FROM webhook_inbox WHERE ${keyMatches} ORDER BY 1`,
      [':(81|82|83)$'],
    );
    expect(left).toEqual([{ id: 82 }, { id: 83 }]);
  });

  // ASVS 1.4.2
  it('with an id beyond 2^53 is another event than one with the next id', async () => {
    const jobs = (await enqueued('disputes.sync')).length;
    const [before, ids] = [await stored(), ['9007199254740992', '9007199254740993', '12345678901234567890']];
    const dispute = (id: string) =>
      webhook('charge.dispute.create', { id: 0, transaction: { reference } }).replace('"id":0', `"id":${id}`);
    for (const id of [...ids, ...ids]) expect((await deliver(dispute(id))).status).toBe(200);
    expect(await stored()).toBe(before + 3);
    expect((await enqueued('disputes.sync')).slice(jobs)).toEqual(ids.map((providerId) => ({ providerId })));
  });

  it('is processed once when it is redelivered', async () => {
    const raw = webhook();
    const [before, jobs] = [await stored(), (await enqueued()).length];
    const responses = await Promise.all(Array.from({ length: 10 }, () => deliver(raw)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect([await stored(), (await enqueued()).length]).toEqual([before + 1, jobs + 1]);
  });

  it.each([
    [
      'refund.processed',
      'refunds.sync',
      (ref: string) => ({ reference: undefined, transaction_reference: ref }),
      () => ({ reference }),
    ],
    [
      'charge.dispute.create',
      'disputes.sync',
      (ref: string) => ({ id: 4711, reference: undefined, transaction: { reference: ref } }),
      () => ({ providerId: '4711' }),
    ],
  ])('%s enqueues %s, which reads the record of the provider', async (event, job, data, payload) => {
    const before = (await enqueued(job)).length;
    expect((await deliver(webhook(event, data(reference)))).status).toBe(200);
    expect((await enqueued(job)).slice(before)).toEqual([payload()]);
  });

  it.each([
    ['an event other than a success', 'charge.failed', {}, 'payments.verify'],
    ['a dispute without an id', 'charge.dispute.create', { id: undefined }, 'disputes.sync'],
    ['a refund of another system', 'refund.processed', { reference: 'another-system' }, 'refunds.sync'],
  ])('about %s enqueues no reading', async (_, event, data, job) => {
    const before = (await enqueued(job)).length;
    expect((await deliver(webhook(event, data))).status).toBe(200);
    expect(await enqueued(job)).toHaveLength(before);
  });

  it('about a refund is read again when it is redelivered, and is one incident', async () => {
    const raw = webhook('refund.pending', { id: undefined });
    const before = (await enqueued('refunds.sync')).length;
    for (const _ of [1, 2]) await deliver(raw);
    expect((await enqueued('refunds.sync')).slice(before)).toEqual([{ reference }, { reference }]);
    const [{ count }] = await product.db.query(
      `SELECT count(*)::int AS count FROM provider_incidents WHERE event = 'refund.pending'`,
    );
    expect(count).toBe(1);
  });

  it('that ends a refund or dispute of ours opens no case: the job that reads it does', async () => {
    await product.db.query(
      `UPDATE cases SET status = 'closed', outcome = 'x', closed_reason = 'x', closed_at = now()`,
    );
    const cases = () => product.db.query(`SELECT kind FROM cases WHERE status <> 'closed'`);
    for (const event of ['refund.processed', 'charge.dispute.resolve']) await deliver(webhook(event));
    expect(await cases()).toEqual([]);
    await deliver(webhook('refund.processed', { reference: 'another-system' }));
    expect(await cases()).toEqual([{ kind: 'refund' }]);
  });

  it('about a dispute is logged as a warning once, without the payer', async () => {
    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    const log = createLogger({ logLevel: 'info' }, 'api', { write });
    const payer = { customer: { email: 'canary@payer.example' } };
    const raw = Buffer.from(webhook('charge.dispute.create', { refund_amount: '2001800', ...payer }));
    const provider = createPaymentProvider(product.config.payment);
    const call = { signed: { bytes: raw, signature: sign(raw) } } as Call<typeof contract>;
    for (const _ of [1, 2]) await receiveWebhook(call, { provider, db: product.db, log } as Deps);
    const [logged = '', ...more] = lines;
    expect(JSON.parse(logged)).toMatchObject({
      level: 'warn',
      msg: 'The provider reports a refund, dispute or rejected transfer',
      event: 'charge.dispute.create',
      reference,
      amountMinor: 2_001_800,
    });
    expect(more).toEqual([]);
    expect(logged).not.toContain('canary');
  });

  it.each([
    ['an event that we do not know', webhookOf('customeridentification.success', { email: 'x' })],
    ['a payment that is not ours', webhookOf('charge.success', { id: 5, reference: 'another-system' })],
    ['nothing in particular', webhookOf('invoice.create', { transaction: {}, reference: null, id: null })],
    ['a transaction of another shape', webhookOf('invoice.update', { transaction: 7, id: 'INV_1' })],
    [
      'a reference that is hostile',
      webhookOf('charge.success', { id: 6, reference: "'; DROP TABLE payments; --" }),
    ],
    ['a very long reference', webhookOf('charge.success', { id: 7, reference: longRandom(6_000) })],
    ['an unpaired surrogate', webhookOf('charge.success', { id: 8, reference: 'x', note: '\ud800' })],
    [
      'NUL characters',
      webhookOf('charge.success\u0000', { id: 9, reference: 'a\u0000b', 'k\u0000': '\u0000' }),
    ],
    ['backslashes before what looks like NUL', webhookOf('charge.failed', { id: 10, path: 'C:\\u0000\\' })],
    ['numbers beyond numbers', '{"event":"charge.success","data":{"id":1e400,"amount":1e999}}'],
    [
      'deep nesting',
      `{"event":"transfer.success","data":{"id":11,"deep":${'['.repeat(2_000)}${']'.repeat(2_000)}}}`,
    ],
    [
      'prototypes',
      '{"event":"charge.success","data":{"id":12,"__proto__":{"reference":"x"},"constructor":1}}',
    ],
  ])('about %s is stored and acknowledged, and enqueues nothing', async (_, raw) => {
    const [before, jobs] = [await stored(), (await enqueued()).length];
    expect((await deliver(raw)).status).toBe(200);
    expect([await stored(), (await enqueued()).length]).toEqual([before + 1, jobs]);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"event":'],
    ['HTML', '<html>'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"charge.success"'],
    ['very deep nesting', nested(400_000)],
    ['no event', '{"data":{}}'],
    ['no data', '{"event":"charge.success"}'],
    ['an event that is no text', '{"event":7,"data":{}}'],
    ['an endless event', JSON.stringify({ event: 'x'.repeat(101), data: {} })],
    ['invalid UTF-8', Buffer.from('{"event":"\xff\xfe","data"', 'latin1')],
  ])('that is %s is rejected with 400', async (_, raw) => {
    const before = await stored();
    const response = await deliver(raw);
    expect([response.status, typeof response.json?.message]).toEqual([400, 'string']);
    expect(await stored()).toBe(before);
  });

  it('over a megabyte is rejected with 413', async () => {
    expect((await deliver(webhook('charge.success', { note: 'x'.repeat(1_100_000) }))).status).toBe(413);
  });
});

it('accepts webhooks by POST only', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const response = await rawCall(product.url, '/api/course/webhook/paystack', { method });
    expect([method, response.status, response.headers.allow]).toEqual([method, 405, 'POST']);
  }
});

function webhookOf(event: string, data: object): string {
  return JSON.stringify({ event, data });
}

function nested(depth: number): string {
  return `{"event":"transfer.success","data":{"id":${depth},"deep":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
}

/** Returns random letters, which do not compress. */
function longRandom(length: number): string {
  return Array.from({ length }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');
}
