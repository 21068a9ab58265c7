import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  startTestSandbox,
  type TestSandbox,
  testSecretKey,
} from '#tests/support/servers/start-test-sandbox.ts';
import { patienceMs, patient } from '#tests/support/soon.ts';
import { createPaymentProvider } from '../create-payment-provider.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { ProviderRejectedError, ProviderUnavailableError } from '../provider-errors.ts';

const priceMinor = 2_001_800;

let sandbox: TestSandbox;
let provider: PaymentProvider;
let reference: string;
let count = 0;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  // Refunds move only when a test moves them.
  await sandbox.control('PATCH', '/settings', { refundStepMs: null });
});
afterAll(() => sandbox.end());
beforeEach(async () => {
  provider = client();
  count += 1;
  reference = `money-${count}`;
  const { json } = await sandbox.initialize({ reference });
  await sandbox.press(json.data.access_code, 'pay');
});

function client({ timeoutMs = 10_000, baseUrl = sandbox.payments } = {}): PaymentProvider {
  return createPaymentProvider({
    baseUrl,
    secretKey: testSecretKey,
    currencies: ['NGN'],
    pollDelaysMs: [],
    timeoutMs,
    reservationMs: 1,
    serviceFeeBasisPoints: 9,
    reservationsPerSponsor: 3,
    renewalsPerDay: 2,
  });
}

const refund = (amountMinor = priceMinor) =>
  provider.createRefund({ reference, amountMinor, currency: 'NGN', merchantNote: 'Paid too late' });
const move = (id: string, status: string) => sandbox.control('POST', `/refunds/${id}`, { status });
const statusNow = async () => (await provider.verify(reference))?.status;
/** The refunds of the transaction in the list of the whole account. */
const listed = async () => {
  const id = (await provider.verify(reference))?.id;
  return (await provider.listRefunds({})).filter(({ transactionId }) => transactionId === id);
};
const webhooks = () =>
  sandbox.merchant.received.filter(({ raw }) => raw.includes(reference)).map(({ event }) => event);
const account = { currency: 'NGN', accountNumber: '0123456789', bankId: '9' };

describe('a refund', () => {
  it('is created, listed and read, while the transaction is being reversed', async () => {
    const created = await refund();
    expect(created).toMatchObject({ reference, status: 'pending', amountMinor: priceMinor, currency: 'NGN' });
    expect(await statusNow()).toBe('reversing');
    // The list names the transaction by its number alone.
    expect(await listed()).toEqual([{ ...created, reference: null }]);
    await move(created.id, 'processing');
    expect(await provider.readRefund(created.id)).toMatchObject({ status: 'processing' });
    await move(created.id, 'processed');
    expect(await provider.readRefund(created.id)).toMatchObject({ status: 'processed' });
    expect(await statusNow()).toBe('reversed');
    await vi.waitFor(
      () =>
        expect(webhooks()).toEqual(
          expect.arrayContaining(['refund.pending', 'refund.processing', 'refund.processed']),
        ),
      patient,
    );
  });

  it('puts the transaction back to success when it fails, and can be tried again', async () => {
    const { id } = await refund();
    await move(id, 'failed');
    expect(await statusNow()).toBe('success');
    expect(await refund()).toMatchObject({ status: 'pending' });
  });

  it('is rejected when more would go back than was paid', async () => {
    await refund(priceMinor - 100);
    await expect(refund(101)).rejects.toThrow(ProviderRejectedError);
    await expect(refund()).rejects.toThrow(ProviderRejectedError);
    expect(await listed()).toHaveLength(1);
  });

  it('is repeated with bank details only while it needs attention', async () => {
    const { id } = await refund();
    await expect(provider.retryRefund(id, account)).rejects.toThrow(/attention/);
    await move(id, 'needs-attention');
    expect(await provider.readRefund(id)).toMatchObject({ status: 'needs_attention' });
    expect(await provider.retryRefund(id, account)).toMatchObject({ id, status: 'processing' });
    await expect(provider.retryRefund(id, account)).rejects.toThrow(ProviderRejectedError);
    const { json } = await sandbox.control('GET', '/ledger');
    expect(JSON.stringify(json.refunds)).not.toContain(account.accountNumber);
  });

  it('can be sent to banks of its own currency alone', async () => {
    const rows = (currency: string) => ({ id: 1, name: `A bank for ${currency}`, currency });
    const answer = { status: true, message: 'Banks', data: [rows('NGN'), rows('GHS')] };
    const server = createServer((_req, res) => {
      res.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    provider = client({ baseUrl: `http://127.0.0.1:${port}` });
    expect(await provider.listBanks('GHS')).toEqual([{ id: '1', name: 'A bank for GHS' }]);
    expect(await provider.listBanks('USD')).toEqual([]);
    server.close();
  });

  it('exists although its answer was lost', async () => {
    provider = client({ timeoutMs: 1_000 });
    await sandbox.fault({ on: 'refund', reference, fault: { kind: 'answer_lost' } });
    await expect(refund()).rejects.toThrow(ProviderUnavailableError);
    expect(await listed()).toMatchObject([{ status: 'pending' }]);
  });

  it('of a part, from the dashboard, is listed like any other', async () => {
    await sandbox.control('POST', `/transactions/${reference}/refund`, { amountMinor: 500 });
    expect(await listed()).toMatchObject([{ status: 'processed', amountMinor: 500 }]);
    expect(await statusNow()).toBe('reversed');
  });

  it('moves by itself in the sandbox', async () => {
    await sandbox.control('PATCH', '/settings', { refundStepMs: 1, refundOutcome: 'needs-attention' });
    const { id } = await refund();
    const reaches = (status: string) =>
      vi.waitFor(async () => expect(await provider.readRefund(id)).toMatchObject({ status }), patienceMs);
    await reaches('needs_attention');
    await provider.retryRefund(id, account);
    await reaches('processed');
    await sandbox.control('PATCH', '/settings', { refundStepMs: null, refundOutcome: 'processed' });
  });
});

describe('lists', () => {
  it('are read to their end, page by page, and by time', async () => {
    for (let amountMinor = 1; amountMinor <= 101; amountMinor += 1)
      await sandbox.control('POST', `/transactions/${reference}/refund`, { amountMinor });
    const refunds = await listed();
    expect(refunds.map(({ amountMinor }) => amountMinor).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 101 }, (_, index) => index + 1),
    );
    for (let sent = 0; sent <= 100; sent += 1) await sandbox.initialize({ reference: `many-${sent}` });
    const references = (await provider.listTransactions({})).map((transaction) => transaction.reference);
    expect(references.filter((text) => text?.startsWith('many-'))).toHaveLength(101);
    const future = new Date(Date.now() + 60_000);
    expect(await provider.listRefunds({ from: future })).toEqual([]);
    expect(await provider.listTransactions({ from: future })).toEqual([]);
    expect(await provider.listDisputes({ from: future })).toEqual([]);
  });

  it('of transactions hold amount, fees and status', async () => {
    const listed = await provider.listTransactions({ to: new Date(Date.now() + 60_000) });
    expect(listed.find((transaction) => transaction.reference === reference)).toMatchObject({
      status: 'success',
      amountMinor: priceMinor,
      feesMinor: 30_027,
      currency: 'NGN',
      paidAt: expect.any(Date),
    });
  });
});

describe('a dispute', () => {
  const open = async (category = 'chargeback') => {
    await sandbox.control('POST', `/transactions/${reference}/dispute`, { amountMinor: 700, category });
    const [dispute] = await provider.listDisputes({ reference });
    if (!dispute) throw new Error('There is no dispute');
    return dispute;
  };
  const balanceMinor = async () => (await sandbox.control('GET', '/ledger')).json.totals.NGN.balanceMinor;
  const pdf = { name: 'evidence.pdf', contentType: 'application/pdf', data: Buffer.from('%PDF-1.7') };
  const evidence = {
    customerEmail: 'sponsor@people.example',
    customerName: 'Ada',
    customerPhone: '+2348012345678',
    serviceDetails: 'A course was bought for a learner.',
    deliveryDate: '2026-01-02T00:00:00.000Z',
  };
  const decline = (uploadedFilename: string) =>
    ({ answer: 'fight', message: 'It was delivered.', refundMinor: 0, uploadedFilename }) as const;

  it('is fought with uploaded evidence, and won', async () => {
    const dispute = await open();
    expect(dispute).toMatchObject({
      reference,
      status: 'awaiting_merchant',
      resolution: null,
      amountMinor: 700,
      dueAt: expect.any(Date),
    });
    expect(await statusNow()).toBe('success');
    const fileName = await provider.uploadEvidence(dispute.id, pdf);
    await provider.addEvidence(dispute.id, evidence);
    await provider.resolveDispute(dispute.id, decline(fileName));
    expect(await provider.readDispute(dispute.id)).toMatchObject({ reference, status: 'awaiting_bank' });
    await expect(provider.resolveDispute(dispute.id, decline(fileName))).rejects.toThrow(
      ProviderRejectedError,
    );
    await sandbox.control('POST', `/disputes/${dispute.id}`, { outcome: 'won' });
    expect(await provider.readDispute(dispute.id)).toMatchObject({
      status: 'resolved',
      resolution: 'won',
    });
    expect(await statusNow()).toBe('success');
    const stored = await sandbox.call('GET', `/payments/control/dispute-files/${fileName}`);
    expect(stored.text).toBe('%PDF-1.7');
  });

  it('is not fought with a file that was never uploaded', async () => {
    const { id } = await open();
    await expect(provider.resolveDispute(id, decline('other.pdf'))).rejects.toThrow(/not uploaded/);
  });

  it('about fraud is fought with the id of its evidence', async () => {
    const { id } = await open('fraud');
    const fileName = await provider.uploadEvidence(id, pdf);
    const evidenceId = await provider.addEvidence(id, evidence);
    await expect(provider.resolveDispute(id, decline(fileName))).rejects.toThrow(/"evidence" is required/);
    await provider.resolveDispute(id, { ...decline(fileName), evidenceId });
    expect(await provider.readDispute(id)).toMatchObject({ status: 'awaiting_bank' });
  });

  it('is accepted with an uploaded file, and the money leaves the balance', async () => {
    const before = await balanceMinor();
    const { id } = await open();
    const fileName = await provider.uploadEvidence(id, pdf);
    await provider.resolveDispute(id, {
      ...decline(fileName),
      answer: 'accept',
      refundMinor: 700,
    });
    expect(await provider.readDispute(id)).toMatchObject({
      reference,
      status: 'resolved',
      resolution: 'accepted',
    });
    expect(await balanceMinor()).toBe(before - 700);
    expect(await statusNow()).toBe('reversed');
    await vi.waitFor(() => expect(webhooks()).toContain('charge.dispute.resolve'), patient);
  });

  it('is accepted by the provider when it is not answered', async () => {
    const { id } = await open();
    await sandbox.control('POST', `/disputes/${id}`, { outcome: 'lost' });
    expect(await provider.readDispute(id)).toMatchObject({ resolution: 'lost' });
  });
});

it.each([
  ['refund_list', () => provider.listRefunds({})],
  ['transaction_list', () => provider.listTransactions({})],
  ['dispute_list', () => provider.listDisputes({ reference })],
] as const)(
  '%s without a usable answer throws ProviderUnavailableError, and works again',
  async (on, call) => {
    for (const kind of ['error', 'html', 'truncated', 'reset', 'rate_limited']) {
      provider = client();
      await sandbox.fault({ on, fault: { kind } });
      await expect(call()).rejects.toThrow(ProviderUnavailableError);
      await call();
    }
  },
);
