import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '#tests/support/servers/start-test-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.end());

const providerError = (status: number, code: string | undefined, message: unknown = expect.any(String)) => ({
  status,
  json: {
    status: false,
    message,
    meta: { nextStep: expect.any(String) },
    type: expect.stringMatching(/^(validation|processor|api)_error$/),
    ...(code && { code }),
  },
});

describe('initialize', () => {
  it('returns the URL of a checkout page in the provider’s envelope', async () => {
    const { status, json } = await sandbox.initialize({ reference: 'pay-first' });
    expect(status).toBe(200);
    expect(json).toEqual({
      status: true,
      message: 'Authorization URL created',
      data: {
        authorization_url: `${sandbox.payments}/checkout/${json.data.access_code}`,
        access_code: expect.stringMatching(/^[a-z0-9]{15}$/),
        reference: 'pay-first',
      },
    });
  });

  it('generates a reference when none is sent', async () => {
    const [first, second] = [await sandbox.initialize(), await sandbox.initialize()];
    expect(first.json.data.reference).toMatch(/^[a-z0-9]{10,}$/);
    expect(first.json.data.reference).not.toBe(second.json.data.reference);
  });

  it('accepts a reference once, case-sensitively', async () => {
    expect((await sandbox.initialize({ reference: 'Ref-A.b=1' })).status).toBe(200);
    expect(await sandbox.initialize({ reference: 'Ref-A.b=1', amount: 5_000 })).toMatchObject(
      providerError(400, 'duplicate_reference', 'Duplicate Transaction Reference'),
    );
    expect((await sandbox.initialize({ reference: 'ref-a.b=1' })).status).toBe(200);
  });

  it.each(['pay_1', 'pay 1', 'pay/1', 'päy'])('rejects the reference %s', async (reference) => {
    expect(await sandbox.initialize({ reference })).toMatchObject(providerError(400, 'invalid_params'));
  });

  it.each([
    ['"5000"', '"5000"', 5000],
    ['5000.0', '5000.0', 5000],
    ['5000', '5000', 5000],
  ])('takes the amount %s', async (_name, written, amount) => {
    // Sent as text, because JSON.stringify would make 5000 of 5000.0 before the sandbox sees it.
    const response = await fetch(`${sandbox.payments}/transaction/initialize`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox_0001', 'content-type': 'application/json' },
      body: `{"email":"a@example.com","amount":${written}}`,
    });
    const { data } = (await response.json()) as { data: { reference: string } };
    const { json } = await sandbox.verify(data.reference);
    expect(json.data).toMatchObject({ amount, requested_amount: amount });
  });

  it.each([100.5, '100.5', 'many', '', null, true, undefined])('rejects the amount %s', async (amount) => {
    expect(await sandbox.initialize({ amount })).toMatchObject(
      providerError(400, 'invalid_params', '"amount" must be an integer'),
    );
  });

  it.each([
    ['NGN', 4_999, 5_000],
    ['USD', 199, 200],
    ['GBP', 0, 1],
    ['KES', -5, 1],
  ])('knows the smallest amount of %s', async (currency, tooLittle, enough) => {
    expect(await sandbox.initialize({ currency, amount: tooLittle })).toMatchObject(
      providerError(400, 'invalid_amount', 'Invalid Amount Sent'),
    );
    expect((await sandbox.initialize({ currency, amount: enough })).status).toBe(200);
  });

  it.each(['nobody', '', 'a@b', undefined, 5])('rejects the email address %s', async (email) => {
    expect(await sandbox.initialize({ email })).toMatchObject(providerError(400, 'invalid_email_address'));
  });

  it.each(['EUR', 'ngn', 5])('rejects the currency %s', async (currency) => {
    expect(await sandbox.initialize({ currency })).toMatchObject(
      providerError(400, 'unsupported_currency', 'Currency not supported by merchant'),
    );
  });

  it('accepts GBP unless strictCurrencies is set', async () => {
    expect((await sandbox.initialize({ currency: 'GBP' })).status).toBe(200);
    await sandbox.control('PATCH', '/settings', { strictCurrencies: true });
    expect(await sandbox.initialize({ currency: 'GBP' })).toMatchObject(
      providerError(400, 'unsupported_currency'),
    );
    await sandbox.control('DELETE', '/settings');
  });

  it('rejects a callback that is not an http URL', async () => {
    expect(await sandbox.initialize({ callback_url: 'javascript:alert(1)' })).toMatchObject(
      providerError(400, 'invalid_params'),
    );
  });

  it.each([
    undefined,
    'Bearer wrong',
    'Bearer sk_test_sandbox_0002',
    'sk_test_sandbox_0001',
    'Basic sk_test_sandbox_0001',
  ])('refuses the key %s on both calls', async (authorization) => {
    const headers = { authorization: authorization ?? '' };
    const body = { email: 'a@example.com', amount: 5_000 };
    const initialize = sandbox.call('POST', '/payments/transaction/initialize', body, headers);
    expect(await initialize).toMatchObject(providerError(401, undefined, 'Invalid key'));
    const verify = sandbox.call('GET', '/payments/transaction/verify/pay-first', undefined, headers);
    expect(await verify).toMatchObject(providerError(401, undefined, 'Invalid key'));
  });

  it('responds to malformed JSON and unknown calls in the same envelope', async () => {
    const malformed = await fetch(`${sandbox.payments}/transaction/initialize`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox_0001', 'content-type': 'application/json' },
      body: '{"email":',
    });
    expect({ status: malformed.status, json: await malformed.json() }).toMatchObject(
      providerError(400, 'invalid_params'),
    );
    expect(await sandbox.call('GET', '/payments/transaction/nothing')).toMatchObject(
      providerError(404, undefined),
    );
  });
});
