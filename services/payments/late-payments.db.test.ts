import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { approvePayment, verifyPayment } from '#contracts/payments/payments.ts';
import { getReceipt } from '#contracts/payments/receipts.ts';
import { editRequest } from '#contracts/requests/requests.ts';
import { settle } from '#services/flows/settle.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { PaymentProvider, ProviderTransaction } from '#services/providers/payment-provider.ts';
import { fundAndEnrol, pdf, upload } from '#tests/support/money/certificates.ts';
import {
  fileRequest,
  join,
  mailsTo,
  press,
  requestBody,
  type SignedIn,
  startPayment,
} from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patienceMs, patient } from '#tests/support/soon.ts';
import { pollPayment } from './payments.jobs.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let requestId: string;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
});
beforeEach(async () => {
  requestId = await fileRequest(product.url, learner);
});
afterAll(() => product?.close());

async function begin() {
  const { reference, access_code: accessCode } = (await startPayment(product.url, sponsor, requestId)).body
    .data.data;
  return { reference, accessCode };
}

async function verify(reference: string) {
  return (await callApi(product.url, verifyPayment, { query: { reference } }, sponsor.token)).body;
}

async function stateOf(reference: string): Promise<[payment: string, request: string]> {
  const [row] = await product.db.query(
    `SELECT p.status AS payment, r.status AS request FROM payments p JOIN requests r ON r.id = p.request_id
     WHERE p.reference = $1`,
    [reference],
  );
  return [row.payment, row.request];
}

const casesOf = (reference: string) =>
  product.db.query(
    `SELECT c.kind, c.status FROM cases c JOIN payments p ON p.id::text = c.subject_id
     WHERE c.subject_type = 'payment' AND p.reference = $1 ORDER BY c.kind`,
    [reference],
  );

function edit(overrides: object) {
  const body = { ...requestBody(), ...overrides };
  return callApi(product.url, editRequest, { params: { id: requestId }, body }, learner.token);
}

/** Puts a payment into the state after its last poll, three days later. */
async function abandon(reference: string): Promise<void> {
  await product.db.query(`UPDATE payments SET status = 'abandoned' WHERE reference = $1`, [reference]);
  await product.db.query('UPDATE requests SET reserved_until = now() WHERE id = $1', [requestId]);
}

/** Reverses a transaction at the provider and sends the webhook about it. */
async function reverse(reference: string): Promise<void> {
  const control = (method: string, path: string, body: object) =>
    fetch(`${product.sandbox.httpUrl}/payments/control/${path}/${reference}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await control('PATCH', 'transactions', { status: 'reversed' })).status).toBe(200);
  await control('POST', 'webhooks', {
    event: 'refund.processed',
    data: { transaction_reference: reference },
  });
}

/** Settles a payment as if the provider reported this transaction. */
const settleAs = (reference: string, transaction: ProviderTransaction) =>
  settle(reference, {
    db: product.db,
    provider: { verify: async () => transaction } as Partial<PaymentProvider> as PaymentProvider,
    runInTransaction: (work) => inTransaction(product.db, work),
  });

/** Returns the stored money of a payment, with the kinds of its accounts. */
async function moneyOf(reference: string): Promise<object> {
  const [row] = await product.db.query(
    `SELECT status, captured_minor::int AS captured, receipt_number IS NOT NULL AS receipt,
       ARRAY(SELECT split_part(l.account, ':', 1) FROM ledger_postings l JOIN ledger_transactions t
         ON t.id = l.transaction_id WHERE t.payment_id = p.id ORDER BY 1) AS kinds
     FROM payments p WHERE reference = $1`,
    [reference],
  );
  return row;
}

it.each([
  ['price', { course: { ...requestBody().course, price: 500 } }],
  ['course', { course: { ...requestBody().course, courseTitle: 'Something else' } }],
  ['link', { link: 'https://elsewhere.example/' }],
])('is refunded when the %s of the request has changed since', async (_, change) => {
  const { reference, accessCode } = await begin();
  await abandon(reference);
  expect((await edit(change)).status).toBe(200);
  await press(product.sandbox.httpUrl, accessCode, 'pay');
  const { message, data } = await verify(reference);
  expect([data.status, data.isRefundDue]).toEqual(['needs_review', true]);
  expect(message).not.toContain('funded this request just before');
  const [payment, request] = await stateOf(reference);
  expect(payment).toBe('refund_due');
  expect(request).not.toBe('paid');
  expect(await casesOf(reference)).toEqual([{ kind: 'refund', status: 'open' }]);
  const mail = await vi.waitFor(async () => {
    const mails = await mailsTo(product.sandbox.httpUrl, sponsor.email);
    const refundMail = mails.find(({ text }) => text.includes(reference));
    expect(refundMail).toBeDefined();
    return refundMail;
  }, patient);
  expect(mail?.subject).toMatch(/^We owe you a refund/);
  expect(mail?.text).toContain('the learner changed the request before your payment arrived');
});

it('is approved when only the motivation of the request has changed since', async () => {
  const { reference, accessCode } = await begin();
  await abandon(reference);
  expect((await edit({ motivation: 'Another reason.' })).status).toBe(200);
  await press(product.sandbox.httpUrl, accessCode, 'pay');
  expect((await verify(reference)).data.status).toBe('success');
  expect(await stateOf(reference)).toEqual(['approved', 'paid']);
});

it('keeps page and reservation after a declined card, and is not duplicated by starting again', async () => {
  const first = await begin();
  await press(product.sandbox.httpUrl, first.accessCode, 'decline');
  expect((await verify(first.reference)).data.status).toBe('failed');
  expect(await stateOf(first.reference)).toEqual(['failed', 'reserved']);
  expect(await begin()).toEqual(first);
  const rival = await join(product.url, 'sponsor');
  expect((await startPayment(product.url, rival, requestId)).status).toBe(409);
  await press(product.sandbox.httpUrl, first.accessCode, 'pay');
  expect((await verify(first.reference)).data.status).toBe('success');
  expect(await stateOf(first.reference)).toEqual(['approved', 'paid']);
});

it('leaves a completed course completed after a chargeback', async () => {
  const { requestId: funded, id } = await fundAndEnrol(product, learner, sponsor);
  expect((await upload(product.url, learner.token, id, pdf())).status).toBe(200);
  const [{ reference }] = await product.db.query('SELECT reference FROM payments WHERE request_id = $1', [
    funded,
  ]);
  await reverse(reference);
  await vi.waitFor(
    async () => expect(await stateOf(reference)).toEqual(['reversed', 'completed']),
    patienceMs,
  );
  const kinds = await product.db.query(
    `SELECT kind FROM ledger_transactions l JOIN payments p ON p.id = l.payment_id WHERE p.reference = $1 ORDER BY 1`,
    [reference],
  );
  expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual([
    'capture',
    'provider_fee',
    'purchase',
    'refund',
  ]);
  const query = { requestId: funded, ref: reference };
  expect((await callApi(product.url, approvePayment, { query }, sponsor.token)).status).toBe(409);
});

it('stores the time of the payment and of the refund separately', async () => {
  const { reference, accessCode } = await begin();
  await press(product.sandbox.httpUrl, accessCode, 'pay');
  expect((await verify(reference)).data.status).toBe('success');
  await product.db.query(`UPDATE payments SET settled_at = '2026-01-04T10:00:00Z' WHERE reference = $1`, [
    reference,
  ]);
  await reverse(reference);
  await vi.waitFor(
    async () => expect(await stateOf(reference)).toEqual(['reversed', 'refunded']),
    patienceMs,
  );
  const { body } = await callApi(product.url, getDashboard, {}, sponsor.token);
  const shown = 'sponsoredRequests' in body && body.sponsoredRequests.find(({ _id }) => _id === requestId);
  expect(shown).toMatchObject({
    payment: {
      outcome: 'reversed',
      paidAt: '2026-01-04T10:00:00.000Z',
      returnedAt: expect.not.stringContaining('2026-01-04'),
    },
  });
  const params = { reference };
  const receipt = await callApi(product.url, getReceipt, { params }, sponsor.token);
  const bytes = new Uint8Array(await (receipt.body as unknown as Blob).arrayBuffer());
  const { text } = await extractText(bytes, { mergePages: true });
  expect(text.replace(/\s+/g, ' ')).toContain('Paid on 4 January 2026 at 10:00');
});

it('is abandoned after the last poll when its start was interrupted', async () => {
  const { reference } = await begin();
  await product.db.query(
    `UPDATE payments SET status = 'initiating', authorization_url = NULL, access_code = NULL WHERE reference = $1`,
    [reference],
  );
  const round = product.config.payment.pollDelaysMs.length - 1;
  await inTransaction(product.db, (manager) => enqueue(manager, pollPayment, { reference, round }));
  await vi.waitFor(async () => expect((await stateOf(reference))[0]).toBe('abandoned'), patienceMs);
});

it.each([
  ['that was never started is abandoned after its first poll', null, 'pending', 'abandoned', 0],
  ['whose page is open is polled again', 'access', 'pending', 'pending', 1],
  ['that is settled is not polled again', 'access', 'needs_review', 'needs_review', 0],
])('a payment %s', async (_, accessCode, before, after, polls) => {
  const { reference } = await begin();
  const unknown = `sponsor-${crypto.randomUUID()}`;
  await product.db.query(
    'UPDATE payments SET reference = $2, access_code = $3, status = $4 WHERE reference = $1',
    [reference, unknown, accessCode, before],
  );
  await inTransaction(product.db, (manager) =>
    enqueue(manager, pollPayment, { reference: unknown, round: 0 }),
  );
  await vi.waitFor(async () => {
    const jobs = await product.db.query(
      `SELECT closed_at IS NOT NULL AS "isDone" FROM outbox WHERE job = 'payments.poll'
         AND payload->>'reference' = $1 ORDER BY payload->>'round'`,
      [unknown],
    );
    expect(jobs).toEqual([{ isDone: true }, ...Array.from({ length: polls }, () => ({ isDone: false }))]);
  }, patient);
  expect((await stateOf(unknown))[0]).toBe(after);
});

it('without an amount goes to review, captures nothing and has no receipt', async () => {
  const { reference } = await begin();
  const transaction = {
    status: 'success' as const,
    id: '1',
    reference,
    amountMinor: 0,
    currency: 'NGN',
    feesMinor: null,
  };
  await settleAs(reference, transaction);
  expect(await moneyOf(reference)).toEqual({
    status: 'needs_review',
    captured: null,
    receipt: false,
    kinds: [],
  });
  expect(await casesOf(reference)).toEqual([{ kind: 'payment_review', status: 'open' }]);
});

it('of another amount goes to review, and no part of it is a service fee', async () => {
  const { reference } = await begin();
  await settleAs(reference, {
    status: 'success',
    id: '2',
    reference,
    amountMinor: 2_001_799,
    currency: 'NGN',
    feesMinor: null,
  });
  expect(await moneyOf(reference)).toEqual({
    status: 'needs_review',
    captured: 2_001_799,
    receipt: false,
    kinds: ['provider', 'request'],
  });
});

it('that the provider gives back is read again by its refunds, and one that is settled is not verified', async () => {
  const { reference } = await begin();
  const verify = vi.fn(async () => ({
    status: 'reversing' as const,
    id: '3',
    reference,
    amountMinor: 2_001_800,
    currency: 'NGN',
    feesMinor: null,
  }));
  const run = () =>
    settle(reference, {
      db: product.db,
      provider: { verify } as Partial<PaymentProvider> as PaymentProvider,
      runInTransaction: (work) => inTransaction(product.db, work),
    });
  expect(await run()).toMatchObject({ status: 'needs_review', isKnown: true });
  expect(
    await product.db.query(`SELECT 1 FROM outbox WHERE job = 'refunds.sync' AND payload->>'reference' = $1`, [
      reference,
    ]),
  ).toHaveLength(1);
  expect(await run()).toMatchObject({ status: 'needs_review' });
  expect(verify).toHaveBeenCalledTimes(1);
});
