import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '#tests/support/servers/start-test-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.end());

describe('verify', () => {
  it('responds with 200 and "abandoned" for an unpaid transaction', async () => {
    await sandbox.initialize({ reference: 'fresh' });
    const { status, json } = await sandbox.verify('fresh');
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: true, message: 'Verification successful' });
    expect(json.data).toMatchObject({
      domain: 'test',
      status: 'abandoned',
      reference: 'fresh',
      amount: 2_001_800,
      requested_amount: 2_001_800,
      currency: 'NGN',
      paid_at: null,
      paidAt: null,
      fees: null,
      metadata: '',
      channel: 'card',
      gateway_response: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      customer: {
        id: expect.any(Number),
        email: 'sponsor@example.com',
        customer_code: expect.stringMatching(/^CUS_/),
      },
    });
    expect(json.data.authorization).toEqual({});
    // Larger than any 32 bit number, as the provider's unsigned 64 bit ids may be.
    expect(json.data.id).toBeGreaterThan(2 ** 32);
    expect(Number.isSafeInteger(json.data.id)).toBe(true);
  });

  it('returns the data of a captured payment', async () => {
    const { json: initialized } = await sandbox.initialize({
      reference: 'paid',
      currency: 'USD',
      amount: 7_006,
    });
    const beforeMs = Date.now();
    await sandbox.press(initialized.data.access_code, 'pay');
    const { json } = await sandbox.verify('paid');
    expect(json.data).toMatchObject({
      status: 'success',
      amount: 7_006,
      currency: 'USD',
      fees: 105,
      gateway_response: 'Successful',
      authorization: { last4: '4081', channel: 'card' },
    });
    expect(json.data.paid_at).toBe(json.data.paidAt);
    expect(Date.parse(json.data.paid_at)).toBeGreaterThanOrEqual(beforeMs);
    expect(Date.parse(json.data.paid_at)).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['an object', { requestId: 'r1' }, { requestId: 'r1' }],
    ['its JSON text', '{"requestId":"r1"}', { requestId: 'r1' }],
    ['plain text', 'a note', 'a note'],
    ['nothing', undefined, ''],
    ['null', null, ''],
  ])('gives back metadata sent as %s', async (name, metadata, expected) => {
    const reference = `meta-${name.replaceAll(' ', '-')}`;
    await sandbox.initialize({ reference, metadata });
    expect((await sandbox.verify(reference)).json.data.metadata).toEqual(expected);
  });

  it('returns the same customer for the same payer', async () => {
    await sandbox.initialize({ reference: 'payer-1', email: 'One@example.com' });
    await sandbox.initialize({ reference: 'payer-2', email: 'one@example.com' });
    const [first, second] = [await sandbox.verify('payer-1'), await sandbox.verify('payer-2')];
    expect(first.json.data.customer.customer_code).toBe(second.json.data.customer.customer_code);
    expect(first.json.data.id).not.toBe(second.json.data.id);
  });

  it('responds to an unknown reference with 404, or with 400 and a code', async () => {
    const unknown = { status: false, type: 'validation_error' };
    const documented = await sandbox.verify('FRESH');
    expect(documented).toMatchObject({ status: 404, json: unknown });
    expect(documented.json).not.toHaveProperty('code');
    await sandbox.control('PATCH', '/settings', { unknownReferenceStatus: 400 });
    expect(await sandbox.verify('FRESH')).toMatchObject({
      status: 400,
      json: { ...unknown, code: 'transaction_not_found' },
    });
    await sandbox.control('DELETE', '/settings');
  });
});
