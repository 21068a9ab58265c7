import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ReceivedWebhook,
  startTestSandbox,
  type TestSandbox,
  testSecretKey,
} from '#tests/support/servers/start-test-sandbox.ts';
import { patienceMs, soon } from '#tests/support/soon.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.end());

async function pay(reference: string, fields: object = {}): Promise<void> {
  const { json } = await sandbox.initialize({ reference, ...fields });
  await sandbox.press(json.data.access_code, 'pay');
}

const received = (count: number) =>
  vi.waitFor(() => expect(sandbox.merchant.received).toHaveLength(count), {
    timeout: patienceMs,
    interval: 10,
  });
const quiet = () => new Promise((resolve) => setTimeout(resolve, 150));
const hmac = (raw: string) => createHmac('sha512', testSecretKey).update(raw).digest('hex');
const isGenuine = ({ headers, raw }: ReceivedWebhook) => headers['x-paystack-signature'] === hmac(raw);
const references = () => sandbox.merchant.received.map(({ data }) => data.reference);

describe('charge.success', () => {
  it('is posted as JSON, signed over its raw body', async () => {
    await pay('signed', { metadata: { note: 'naïve café / ₦' } });
    await received(1);
    const [hook] = sandbox.merchant.received as [ReceivedWebhook];
    expect(hook.headers['content-type']).toBe('application/json');
    expect(hook.headers['x-paystack-signature']).toMatch(/^[0-9a-f]{128}$/);
    expect(isGenuine(hook)).toBe(true);
    // A signature over re-serialized JSON must not match.
    expect(hmac(JSON.stringify(JSON.parse(hook.raw)))).not.toBe(hook.headers['x-paystack-signature']);
    expect(hook.event).toBe('charge.success');
    expect(hook.data).toEqual((await sandbox.verify('signed')).json.data);
  });

  it('contains 0 for metadata that was not sent', async () => {
    await pay('plain');
    await received(1);
    expect(sandbox.merchant.received[0]?.data.metadata).toBe(0);
  });

  it('is the only event: decline and cancel send no webhook', async () => {
    const { json } = await sandbox.initialize();
    await sandbox.press(json.data.access_code, 'decline');
    await sandbox.press(json.data.access_code, 'cancel');
    await quiet();
    expect(sandbox.merchant.received).toHaveLength(0);
  });

  it('is dropped while webhooks are off', async () => {
    await sandbox.control('PATCH', '/settings', { webhooks: 'off' });
    await pay('silent');
    await sandbox.control('PATCH', '/settings', { webhooks: 'on' });
    await quiet();
    expect(sandbox.merchant.received).toHaveLength(0);
  });
});

describe('delivery', () => {
  it('is retried after every status but 200, with the same bytes', async () => {
    await sandbox.control('PATCH', '/settings', { webhookSpeed: 10_000 });
    sandbox.merchant.statuses.push(503, 302, 201, 401);
    await pay('stubborn');
    await received(5);
    await quiet();
    expect(sandbox.merchant.received).toHaveLength(5);
    expect(new Set(sandbox.merchant.received.map(({ raw }) => raw)).size).toBe(1);
    const { json } = await sandbox.control('GET', '/webhooks?reference=stubborn');
    expect(json).toMatchObject([{ state: 'done', attempts: 5, lastStatus: 200 }]);
  });

  it('waits in real time until the speed is raised', async () => {
    sandbox.merchant.statuses.push(500);
    await pay('patient');
    await received(1);
    await quiet();
    expect(sandbox.merchant.received).toHaveLength(1);
    await sandbox.control('PATCH', '/settings', { webhookSpeed: 10_000 });
    await received(2);
  });

  it('retries when the merchant is unavailable', async () => {
    await sandbox.control('PATCH', '/settings', { webhookUrl: 'http://127.0.0.1:1/nobody' });
    await pay('nobody-home');
    await vi.waitFor(async () => {
      const { json } = await sandbox.control('GET', '/webhooks?state=pending');
      expect(json).toMatchObject([
        { state: 'pending', attempts: 1, lastStatus: null, lastError: expect.any(String) },
      ]);
    }, patienceMs);
    await sandbox.control('PATCH', '/settings', { webhookUrl: null, webhookSpeed: 10_000 });
    await received(1);
    await vi.waitFor(async () => {
      const { json } = await sandbox.control('GET', '/webhooks?state=pending');
      expect(json).toEqual([]);
    }, patienceMs);
  });

  it('stops when the retry schedule ends', async () => {
    await sandbox.control('PATCH', '/settings', { webhookSchedule: 'test', webhookSpeed: 1_000_000 });
    sandbox.merchant.statuses.push(...Array.from({ length: 50 }, () => 500));
    await pay('hopeless');
    await received(11);
    await quiet();
    expect(sandbox.merchant.received).toHaveLength(11);
  });
});

describe('faults of webhooks', () => {
  it('missing', async () => {
    await sandbox.fault({ on: 'webhook', fault: { missing: true } });
    await pay('missing');
    await pay('present');
    await received(1);
    await quiet();
    expect(references()).toEqual(['present']);
  });

  it('copies and delayed', async () => {
    await sandbox.fault({ on: 'webhook', reference: 'late', fault: { copies: 3, delayMs: 250 } });
    const startedMs = performance.now();
    await pay('late');
    await soon(() => sandbox.merchant.received.length > 0).toBe(true);
    expect(performance.now() - startedMs).toBeGreaterThan(240);
    await received(3);
    expect(sandbox.merchant.received.every(isGenuine)).toBe(true);
  });

  it('forged copies are sent once, even when rejected, besides the genuine one', async () => {
    await sandbox.control('PATCH', '/settings', { webhookSpeed: 10_000 });
    await sandbox.fault({ on: 'webhook', fault: { forgedCopies: 2, delayMs: 10 } });
    sandbox.merchant.statuses.push(401, 401, 401);
    await pay('forged');
    await received(4);
    await quiet();
    const genuine = sandbox.merchant.received.filter(isGenuine);
    expect([sandbox.merchant.received.length, genuine.length]).toEqual([4, 2]);
  });

  it('reordered: held until complete, then sent in reverse order', async () => {
    await sandbox.fault({ on: 'webhook', fault: { reorder: 3 } });
    await pay('first');
    await pay('second');
    await quiet();
    expect(references()).toEqual([]);
    await pay('third');
    await pay('fourth');
    await received(4);
    expect(references().filter((reference) => reference !== 'fourth')).toEqual(['third', 'second', 'first']);
  });
});
