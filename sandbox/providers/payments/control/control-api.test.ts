import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestSandbox, type TestSandbox } from '#tests/support/servers/start-test-sandbox.ts';
import { patienceMs } from '#tests/support/soon.ts';
import { controlCalls } from './control-guide.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.end());

async function pay(reference: string, fields: object = {}): Promise<void> {
  const { json } = await sandbox.initialize({ reference, ...fields });
  await sandbox.press(json.data.access_code, 'pay');
}

const events = () => sandbox.merchant.received.map(({ event }) => event);
const received = (count: number) =>
  vi.waitFor(() => expect(events()).toHaveLength(count), { timeout: patienceMs, interval: 10 });

describe('ledger', () => {
  it('adds up what was captured, refunded and disputed per currency, and the balance', async () => {
    await pay('ngn-1', { amount: 10_000 });
    await pay('ngn-2', { amount: 20_000 });
    await pay('usd-1', { amount: 7_006, currency: 'USD' });
    await sandbox.initialize({ reference: 'open', amount: 99_999 });
    await sandbox.control('PATCH', '/transactions/ngn-2', { status: 'reversed' });
    await sandbox.control('POST', '/transactions/usd-1/refund', { amountMinor: 6 });
    await sandbox.control('POST', '/transactions/usd-1/dispute', { amountMinor: 7_000 });
    await sandbox.control('POST', '/disputes/1', { outcome: 'lost' });
    const { json } = await sandbox.control('GET', '/ledger');
    expect(json.totals).toEqual({
      NGN: {
        transactions: 3,
        captured: 2,
        capturedMinor: 30_000,
        feesMinor: 450,
        refundedMinor: 20_000,
        disputedMinor: 0,
        balanceMinor: 9_550,
      },
      USD: {
        transactions: 1,
        captured: 1,
        capturedMinor: 7_006,
        feesMinor: 105,
        refundedMinor: 6,
        disputedMinor: 7_000,
        balanceMinor: -105,
      },
    });
    expect(
      json.transactions.map(({ reference, status }: Record<string, string>) => [reference, status]),
    ).toEqual([
      ['ngn-1', 'success'],
      ['ngn-2', 'reversed'],
      ['usd-1', 'reversed'],
      ['open', 'abandoned'],
    ]);
  });
});

describe('changing a transaction', () => {
  it('captures by reference and sends one webhook', async () => {
    await sandbox.initialize({ reference: 'by-hand' });
    await sandbox.control('PATCH', '/transactions/by-hand', {
      status: 'success',
      amountMinor: 5_000,
      currency: 'USD',
    });
    await sandbox.control('PATCH', '/transactions/by-hand', { status: 'success' });
    expect((await sandbox.verify('by-hand')).json.data).toMatchObject({
      status: 'success',
      amount: 5_000,
      requested_amount: 2_001_800,
      currency: 'USD',
    });
    await received(1);
    expect(sandbox.merchant.received[0]?.data).toMatchObject({ amount: 5_000, currency: 'USD' });
  });

  it('undoes a capture only by reversal, and rejects a reversal without a capture', async () => {
    await pay('taken');
    await sandbox.initialize({ reference: 'untaken' });
    expect((await sandbox.control('PATCH', '/transactions/taken', { status: 'failed' })).status).toBe(409);
    expect((await sandbox.control('PATCH', '/transactions/untaken', { status: 'reversed' })).status).toBe(
      409,
    );
    expect((await sandbox.control('PATCH', '/transactions/untaken', { status: 'processing' })).status).toBe(
      200,
    );
    expect((await sandbox.verify('untaken')).json.data.status).toBe('processing');
    expect((await sandbox.control('PATCH', '/transactions/nothing', { status: 'failed' })).status).toBe(404);
  });

  it('refunds in steps, with amounts as text, up to the captured amount', async () => {
    await pay('refunded', { amount: 10_000 });
    for (const stage of ['pending', 'processing', 'processed', 'failed'])
      await sandbox.control('POST', '/transactions/refunded/refund', { stage, amountMinor: 4_000 });
    await received(5);
    expect(events().sort()).toEqual(
      ['charge.success', 'refund.failed', 'refund.pending', 'refund.processed', 'refund.processing'].sort(),
    );
    const refund = sandbox.merchant.received.find(({ event }) => event === 'refund.processed');
    expect(refund?.data).toMatchObject({
      transaction_reference: 'refunded',
      amount: '4000',
      currency: 'NGN',
    });
    const tooMuch = await sandbox.control('POST', '/transactions/refunded/refund', { amountMinor: 6_001 });
    expect(tooMuch).toMatchObject({ status: 409, json: { message: expect.stringContaining('6000') } });
    const rest = await sandbox.control('POST', '/transactions/refunded/refund', {});
    expect(rest.json.refundedMinor).toBe(10_000);
    await sandbox.initialize({ reference: 'unpaid' });
    expect((await sandbox.control('POST', '/transactions/unpaid/refund', {})).status).toBe(409);
  });

  it('sends disputes with the reference inside the transaction only', async () => {
    await pay('disputed');
    for (const stage of ['create', 'remind', 'resolve'])
      await sandbox.control('POST', '/transactions/disputed/dispute', { stage });
    await received(4);
    const created = sandbox.merchant.received.find(({ event }) => event === 'charge.dispute.create');
    expect(created?.data).toMatchObject({
      status: 'awaiting-merchant-feedback',
      transaction_reference: null,
      transaction: { reference: 'disputed' },
    });
    const resolved = sandbox.merchant.received.find(({ event }) => event === 'charge.dispute.resolve');
    expect(resolved?.data).toMatchObject({ status: 'resolved', resolution: 'merchant-accepted' });
  });
});

describe('sending webhooks by control call', () => {
  it('sends identical copies concurrently and returns the response of each', async () => {
    await pay('copied');
    await received(1);
    sandbox.merchant.statuses.push(500);
    const { json } = await sandbox.control('POST', '/webhooks/copied', { copies: 50 });
    expect(json.answers).toHaveLength(50);
    expect(json.answers.filter(({ status }: { status: number }) => status === 200)).toHaveLength(49);
    const [first] = sandbox.merchant.received;
    expect(
      sandbox.merchant.received.every(
        ({ raw, headers }) =>
          raw === first?.raw && headers['x-paystack-signature'] === first.headers['x-paystack-signature'],
      ),
    ).toBe(true);
  });

  it('sends forged signatures and arbitrary events and data', async () => {
    await sandbox.initialize({ reference: 'unpaid' });
    await sandbox.control('POST', '/webhooks/unpaid', { forged: true });
    await sandbox.control('POST', '/webhooks/unpaid', { event: 'customer.created', data: { id: 1 } });
    await received(2);
    const [forged, invented] = sandbox.merchant.received;
    expect(forged?.data).toMatchObject({ reference: 'unpaid', status: 'success' });
    expect(invented).toMatchObject({ event: 'customer.created', data: { id: 1 } });
    const again = await sandbox.control('POST', '/webhooks/unpaid', {});
    expect(again.status).toBe(200);
    expect(sandbox.merchant.received[2]?.raw).toBe(forged?.raw);
    expect(sandbox.merchant.received[2]?.headers['x-paystack-signature']).not.toBe(
      forged?.headers['x-paystack-signature'],
    );
  });
});

describe('the control API itself', () => {
  it('accepts every documented example', async () => {
    await pay('pay-1', { amount: 100_000 });
    for (const { call, body } of controlCalls) {
      const [method = '', path = ''] = call
        .replace('{reference}', 'pay-1')
        .replace(/\{(refund|dispute)\}/, '1')
        .split(' ');
      const { status } = await sandbox.call(method, path, body);
      expect([call, status >= 200 && status < 300]).toEqual([call, true]);
    }
    const guide = await sandbox.call('GET', '/payments/control', undefined, { accept: 'application/json' });
    expect(guide.json).toEqual(JSON.parse(JSON.stringify(controlCalls)));
  });

  it.each([
    ['POST', '/faults', { on: 'initialize', fault: { kind: 'explode' } }],
    ['POST', '/faults', { on: 'initialize', fault: { kind: 'answer', status: 'success' } }],
    ['POST', '/faults', { on: 'verify', times: 0, fault: { kind: 'reset' } }],
    ['POST', '/faults', { on: 'webhook', fault: { copys: 2 } }],
    ['PATCH', '/settings', { webhookSpeed: 0 }],
    ['PATCH', '/settings', { speed: 2 }],
    ['POST', '/webhooks/pay-1', { copies: 100_000 }],
    ['PATCH', '/transactions/pay-1', { status: 'paid' }],
  ])('refuses %s %s %j with a reason', async (method, path, body) => {
    await sandbox.initialize({ reference: 'pay-1' });
    expect(await sandbox.control(method, path, body)).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/\S/) },
    });
  });
});
