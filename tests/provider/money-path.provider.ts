import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readRefundLink, sendRefundAccount } from '#contracts/refunds/refunds.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { pollDisputesJob } from '#services/disputes/disputes.jobs.ts';
import { requestAnswer } from '#services/disputes/request-answer.ts';
import { runReconciliation } from '#services/ledger/reconciliation/run-reconciliation.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { createLogger } from '#services/platform/log.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import { ensureSessionTimeout } from '#services/providers/ensure-session-timeout.ts';
import type { PaymentProvider } from '#services/providers/payment-provider.ts';
import { patient } from '#tests/support/soon.ts';
import { type Deal, openRefundDesk, type RefundDesk } from '../support/money/refund-desk.ts';
import { mailsTo } from '../support/people/people.ts';
import { callApi } from '../support/product/api-client.ts';
import type { clientOperations } from './client-operations.ts';
import { type RecordingProxy, startRecordingProxy } from './start-recording-proxy.ts';

let proxy: RecordingProxy;
let desk: RefundDesk;
let provider: PaymentProvider;
beforeAll(async () => {
  proxy = await startRecordingProxy();
  desk = await openRefundDesk({ PAYMENT_BASE_URL: proxy.url });
  proxy.forwardTo(`${desk.product.sandbox.httpUrl}/payments`);
  provider = createPaymentProvider(desk.product.config.payment);
});
afterAll(async () => {
  await desk?.product.close();
  await proxy?.close();
  if (process.env.PROVIDER_EXCHANGES)
    await writeFile(process.env.PROVIDER_EXCHANGES, JSON.stringify(proxy.exchanges));
});

let count = 0;
/** Starts a transaction at the provider, without the product. Returns its reference. */
async function initialize(more: Partial<Parameters<PaymentProvider['initialize']>[0]> = {}): Promise<string> {
  count += 1;
  const reference = `provider-check-${count}`;
  await provider.initialize({
    email: 'payer@people.example',
    amountMinor: 2_001_800,
    currency: 'NGN',
    reference,
    callbackUrl: 'http://localhost:1/back',
    cancelUrl: 'http://localhost:1/back?cancelled=1',
    metadata: { requestId: 'r-1' },
    ...more,
  });
  return reference;
}

const findDispute = ({ paymentId }: Deal) =>
  vi.waitFor(() => desk.product.db.getRepository(DisputeEntity).findOneByOrFail({ paymentId }), patient);

/** Opens a dispute at the provider, and answers it. */
async function answer(deal: Deal, kind: 'accept' | 'fight') {
  await desk.control('POST', `transactions/${deal.reference}/dispute`, { amountMinor: 700 });
  const { id: disputeId } = await findDispute(deal);
  const given = { disputeId, operatorId: desk.ada, answer: kind, message: 'The course was bought.' };
  await inTransaction(desk.product.db, (manager) => requestAnswer(manager, given));
  await vi.waitFor(
    async () => expect((await findDispute(deal)).status).not.toBe('awaiting_merchant'),
    patient,
  );
}

it('sets the lifetime of payment pages, as the API does when it starts', async () => {
  const log = createLogger(desk.product.config, 'test');
  await ensureSessionTimeout({ provider, log, signal: AbortSignal.timeout(patient.timeout) });
});

it('takes a payment, and gives it back', async () => {
  const deal = await desk.pay();
  await desk.request(deal);
  const { providerId } = await desk.reaches(deal, 'pending');
  for (const status of ['processing', 'processed']) {
    await desk.move(providerId, status);
    await desk.reaches(deal, status);
  }
});

it('sends a refund to the bank account of the payer', async () => {
  const { url, sandbox } = desk.product;
  const deal = await desk.pay();
  await desk.request(deal);
  await desk.move((await desk.reaches(deal, 'pending')).providerId, 'needs-attention');
  await desk.reaches(deal, 'needs_attention');
  const token = await vi.waitFor(async () => {
    const texts = (await mailsTo(sandbox.httpUrl, deal.sponsor.email)).map(({ text }) => text).join();
    const linkToken = /\/refund\?token=(\S+)/.exec(texts)?.[1];
    expect(linkToken).toBeDefined();
    return linkToken as string;
  }, patient);
  await callApi(url, readRefundLink, { query: { token } });
  await callApi(url, sendRefundAccount, { body: { token, bankId: '2', accountNumber: '0690000031' } });
  await desk.reaches(deal, 'processing');
});

it('answers disputes, and finds them without a webhook', async () => {
  await answer(await desk.pay(), 'fight');
  await answer(await desk.pay(), 'accept');
  const deal = await desk.pay();
  await desk.control('PATCH', 'settings', { webhooks: 'off' });
  await desk.control('POST', `transactions/${deal.reference}/dispute`, {});
  await inTransaction(desk.product.db, (manager) => enqueue(manager, pollDisputesJob, {}));
  await findDispute(deal);
  await desk.control('PATCH', 'settings', { webhooks: 'on' });
});

it('compares the books, among them a payment that was never paid', async () => {
  expect(await provider.verify(await initialize())).toMatchObject({ status: 'abandoned' });
  await runReconciliation(desk.product.db, provider, { days: 7 });
});

it('meets what the provider rejects', async () => {
  const rejected = (call: Promise<unknown>) => expect(call).rejects.toThrow();
  const reference = await initialize();
  for (const more of [{ reference }, { email: 'none' }, { amountMinor: 1 }]) await rejected(initialize(more));
  expect(await provider.verify('unknown')).toBeUndefined();
  const refund = { amountMinor: 1, currency: 'NGN', merchantNote: 'A note' };
  await rejected(provider.createRefund({ ...refund, reference }));
  await rejected(provider.createRefund({ ...refund, reference: 'unknown' }));
  const deal = await desk.pay();
  const { id } = await provider.createRefund({ ...refund, reference: deal.reference });
  await rejected(provider.createRefund({ ...refund, reference: deal.reference, amountMinor: 9_999_999 }));
  const account = { currency: 'NGN', accountNumber: '0690000031', bankId: '2' };
  await rejected(provider.retryRefund(id, account));
  await desk.move(id, 'needs-attention');
  await rejected(provider.retryRefund(id, { ...account, accountNumber: '1' }));
  await rejected(provider.retryRefund('9', account));
  await rejected(provider.readRefund('9'));
});

it('meets disputes that the provider does not know, or has the answer to', async () => {
  const rejected = (call: Promise<unknown>) => expect(call).rejects.toThrow();
  const deal = await desk.pay();
  await answer(deal, 'fight');
  const { providerId } = await findDispute(deal);
  const evidence = {
    customerEmail: 'a@b.example',
    customerName: 'A',
    customerPhone: '1',
    serviceDetails: 'B',
  };
  const file = { name: 'a.pdf', contentType: 'application/pdf', data: Buffer.from('%PDF') };
  const accepted = { message: 'A', refundMinor: 1, uploadedFilename: 'none' };
  for (const id of [providerId, '9']) {
    await rejected(provider.addEvidence(id, evidence));
    await rejected(provider.resolveDispute(id, { ...accepted, answer: 'accept' }));
  }
  await rejected(provider.readDispute('9'));
  await rejected(provider.uploadEvidence('9', file));
});

it('meets a wrong key in every call', async () => {
  const { payment } = desk.product.config;
  const calls: Record<keyof typeof clientOperations, (client: PaymentProvider) => Promise<unknown>> = {
    initialize: (client) =>
      client.initialize({
        ...{ email: 'payer@people.example', amountMinor: 2_001_800, currency: 'NGN', reference: 'wrong-key' },
        ...{ callbackUrl: 'http://localhost:1/back', cancelUrl: 'http://localhost:1/back', metadata: {} },
      }),
    verify: (client) => client.verify('wrong-key'),
    readSessionTimeout: (client) => client.readSessionTimeout(),
    setSessionTimeout: (client) => client.setSessionTimeout(1_800),
    listTransactions: (client) => client.listTransactions({}),
    createRefund: (client) =>
      client.createRefund({ reference: 'wrong-key', amountMinor: 1, currency: 'NGN', merchantNote: 'A' }),
    listRefunds: (client) => client.listRefunds({}),
    readRefund: (client) => client.readRefund('1'),
    retryRefund: (client) =>
      client.retryRefund('1', { currency: 'NGN', accountNumber: '0690000031', bankId: '2' }),
    listBanks: (client) => client.listBanks('NGN'),
    listDisputes: (client) => client.listDisputes({}),
    readDispute: (client) => client.readDispute('1'),
    uploadEvidence: (client) =>
      client.uploadEvidence('1', {
        name: 'a.pdf',
        contentType: 'application/pdf',
        data: Buffer.from('%PDF'),
      }),
    addEvidence: (client) =>
      client.addEvidence('1', {
        ...{ customerEmail: 'a@b.example', customerName: 'A' },
        ...{ customerPhone: '1', serviceDetails: 'B' },
      }),
    resolveDispute: (client) =>
      client.resolveDispute('1', {
        ...{ answer: 'accept', message: 'A', refundMinor: 1, uploadedFilename: 'none' },
      }),
  };
  for (const call of Object.values(calls))
    await expect(call(createPaymentProvider({ ...payment, secretKey: 'sk_test_wrong' }))).rejects.toThrow();
});
