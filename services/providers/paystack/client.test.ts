import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestSandbox,
  type TestSandbox,
  testSecretKey,
} from '#tests/support/servers/start-test-sandbox.ts';
import { createPaymentProvider } from '../create-payment-provider.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { ProviderKeyError, ProviderRejectedError, ProviderUnavailableError } from '../provider-errors.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.end());

/** Returns a client with a separate circuit breaker. */
function client(overrides: object = {}): PaymentProvider {
  return createPaymentProvider({
    baseUrl: sandbox.payments,
    secretKey: testSecretKey,
    currencies: ['NGN'],
    pollDelaysMs: [],
    // Faults that run into the time-out use a shorter one.
    timeoutMs: 10_000,
    reservationMs: 1,
    serviceFeeBasisPoints: 9,
    reservationsPerSponsor: 3,
    renewalsPerDay: 2,
    ...overrides,
  });
}

let count = 0;
function transactionInput(overrides: object = {}) {
  count += 1;
  return {
    email: 'sponsor@people.example',
    amountMinor: 2_001_800,
    currency: 'NGN',
    reference: `unit-${count}`,
    callbackUrl: 'http://localhost:1/back',
    cancelUrl: 'http://localhost:1/back?cancelled=1',
    metadata: { requestId: 'r-1' },
    ...overrides,
  };
}

async function transaction(reference: string) {
  const { json } = await sandbox.control('GET', '/ledger');
  return json.transactions.find((entry: { reference: string }) => entry.reference === reference);
}

describe('the client of the payment provider', () => {
  it('starts a transaction with the given amount, currency and reference', async () => {
    const input = transactionInput();
    const started = await client().initialize(input);
    expect(started.authorizationUrl).toContain(started.accessCode);
    expect(await transaction(input.reference)).toMatchObject({
      amountMinor: 2_001_800,
      currency: 'NGN',
      email: 'sponsor@people.example',
      callbackUrl: 'http://localhost:1/back',
      metadata: { requestId: 'r-1', cancel_action: 'http://localhost:1/back?cancelled=1' },
    });
  });

  it('returns the status of a transaction', async () => {
    const provider = client();
    const input = transactionInput();
    const { accessCode } = await provider.initialize(input);
    const facts = {
      id: expect.stringMatching(/^\d+$/),
      reference: input.reference,
      amountMinor: 2_001_800,
      currency: 'NGN',
    };
    expect(await provider.verify(input.reference)).toEqual({
      ...facts,
      status: 'abandoned',
      feesMinor: null,
      paidAt: null,
    });
    await sandbox.press(accessCode, 'pay');
    expect(await provider.verify(input.reference)).toEqual({
      ...facts,
      status: 'success',
      feesMinor: 30_027,
      paidAt: expect.any(Date),
    });
  });

  it('returns what we asked for where the payer bears the fee of the provider', async () => {
    await sandbox.control('PATCH', '/settings', { payersBearFees: true });
    const provider = client();
    const { reference } = transactionInput();
    const { accessCode } = await provider.initialize(transactionInput({ reference }));
    await sandbox.press(accessCode, 'pay');
    await sandbox.control('PATCH', '/settings', { payersBearFees: false });
    expect(await transaction(reference)).toMatchObject({ amountMinor: 2_032_284 });
    const ours = { amountMinor: 2_001_800, feesMinor: 0 };
    expect(await provider.verify(reference)).toMatchObject({ status: 'success', ...ours });
    const listed = await provider.listTransactions({});
    expect(listed.find((row) => row.reference === reference)).toMatchObject(ours);
  });

  it.each([400, 404])(
    'returns undefined for an unknown reference that the provider rejects with %d',
    async (status) => {
      await sandbox.control('PATCH', '/settings', { unknownReferenceStatus: status });
      expect(await client().verify('nobody-made-this')).toBeUndefined();
    },
  );

  it.each(['ongoing', 'processing', 'queued', 'pending'])('maps %s to open', async (status) => {
    const provider = client();
    const { reference } = transactionInput();
    await provider.initialize(transactionInput({ reference }));
    await sandbox.fault({ on: 'verify', reference, fault: { kind: 'answer', status } });
    expect(await provider.verify(reference)).toMatchObject({ status: 'open' });
  });

  it.each([
    ['an amount below the smallest', { amountMinor: 1 }],
    ['a currency that is not taken', { currency: 'EUR' }],
    ['an address that is none', { email: 'nobody' }],
  ])('passes on that the provider refused %s', async (_, overrides) => {
    await expect(client().initialize(transactionInput(overrides))).rejects.toThrow(ProviderRejectedError);
  });

  it('does not take another rejection of verify for an unknown reference', async () => {
    const { reference } = transactionInput();
    await client().initialize(transactionInput({ reference }));
    await sandbox.fault({ on: 'verify', reference, fault: { kind: 'forbidden' } });
    await expect(client().verify(reference)).rejects.toThrow(ProviderRejectedError);
  });

  it('does not create a second transaction under a used reference', async () => {
    const input = transactionInput();
    await client().initialize(input);
    await expect(client().initialize(input)).rejects.toThrow(ProviderRejectedError);
  });

  it('is unavailable with a wrong key, which says nothing about the call', async () => {
    const stranger = client({ secretKey: 'sk_test_wrong' });
    await expect(stranger.initialize(transactionInput())).rejects.toThrow(ProviderKeyError);
    await expect(stranger.verify('unit-1')).rejects.toThrow(ProviderKeyError);
    // A proxy's 401 leaves open what the provider did.
    const { reference } = transactionInput();
    await client().initialize(transactionInput({ reference }));
    await sandbox.fault({ on: 'verify', reference, fault: { kind: 'proxy_json', status: 401 } });
    await expect(client().verify(reference)).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
  });
});

const faults = [
  { kind: 'no_answer' },
  { kind: 'answer_lost' },
  { kind: 'error', status: 500 },
  { kind: 'error', status: 503, committed: true },
  { kind: 'rate_limited' },
  { kind: 'slow', delayMs: 2_000 },
  { kind: 'html', status: 200 },
  { kind: 'html', status: 502 },
  { kind: 'proxy_json', status: 200 },
  { kind: 'proxy_json', status: 400 },
  { kind: 'truncated' },
  { kind: 'reset' },
];

describe.each(['initialize', 'verify'] as const)('when %s meets', (on) => {
  it.each(faults)('%j, throws ProviderUnavailableError and the next call works', async (fault) => {
    const isSilent = ['no_answer', 'answer_lost', 'slow'].includes(fault.kind);
    const provider = client(isSilent ? { timeoutMs: 1_000 } : {});
    const { reference } = transactionInput();
    if (on === 'verify') await provider.initialize(transactionInput({ reference }));
    const email = `${reference}@people.example`;
    await sandbox.fault(on === 'verify' ? { on, reference, fault } : { on, email, fault });
    const failing =
      on === 'verify' ? provider.verify(reference) : provider.initialize(transactionInput({ email }));
    await expect(failing).rejects.toThrow(ProviderUnavailableError);
    if (on === 'verify') expect(await provider.verify(reference)).toMatchObject({ status: 'abandoned' });
    else expect(await provider.initialize(transactionInput({ email }))).toHaveProperty('accessCode');
  });
});

// ASVS 16.5.2
it('opens the circuit breaker after repeated failures', async () => {
  const provider = client();
  const email = 'breaker@people.example';
  await sandbox.fault({ on: 'initialize', email, times: null, fault: { kind: 'error' } });
  for (let tries = 0; tries < 6; tries += 1)
    await expect(provider.initialize(transactionInput({ email }))).rejects.toThrow(ProviderUnavailableError);
  await sandbox.control('DELETE', '/faults');
  await expect(provider.initialize(transactionInput({ email }))).rejects.toThrow(/left alone/);
  // A rejected call is a response, so it never opens the breaker.
  const refused = client();
  for (let tries = 0; tries < 8; tries += 1)
    await expect(refused.initialize(transactionInput({ amountMinor: 1 }))).rejects.toThrow(
      ProviderRejectedError,
    );
  expect(await refused.initialize(transactionInput())).toHaveProperty('accessCode');
});
