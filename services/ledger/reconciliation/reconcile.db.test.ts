import { afterAll, beforeAll, expect, it } from 'vitest';
import { hourMs } from '#contracts/durations.ts';
import { openCase } from '#services/cases/open-case.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import type {
  ListedTransaction,
  PaymentProvider,
  ProviderDispute,
  ProviderRefund,
} from '#services/providers/payment-provider.ts';
import { fund } from '#tests/support/money/certificates.ts';
import { join } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { recordCapture, recordRefund } from '../record-transaction.ts';
import { reconcile } from './reconcile.ts';
import { runReconciliation } from './run-reconciliation.ts';

let product: TestProduct;
let provider: PaymentProvider;
const paid: { id: string; reference: string }[] = [];
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  provider = createPaymentProvider(product.config.payment);
  const learner = await join(product.url, 'learner');
  const sponsor = await join(product.url, 'sponsor');
  for (let count = 0; count < 3; count += 1) {
    const { requestId } = await fund(product, learner, sponsor);
    paid.push(
      ...(await product.db.query('SELECT id, reference FROM payments WHERE request_id = $1', [requestId])),
    );
  }
});
afterAll(() => product?.close());

const run = (changes: Partial<PaymentProvider> = {}, settledAfterMs = 0) =>
  reconcile(product.db, { ...provider, ...changes }, { days: 7, settledAfterMs });
const casesOf = (id: string) =>
  product.db.query(`SELECT summary FROM cases WHERE kind = 'reconciliation' AND subject_id = $1`, [id]);

it('finds no difference between the ledger and the sandbox', async () => {
  expect(await run()).toMatchObject({ transactions: 3, recordedFees: 0, differences: [] });
  expect(await product.db.query(`SELECT 1 FROM cases WHERE kind = 'reconciliation'`)).toEqual([]);
});

it('compares neither a transaction that captured nothing nor one that is too young', async () => {
  const other = { ...(await provider.listTransactions({ from: new Date(0) }))[0], reference: 'pay-unknown' };
  const listTransactions: PaymentProvider['listTransactions'] = async (filter) => [
    ...(await provider.listTransactions(filter)),
    { ...other, status: 'failed' } as ListedTransaction,
    { ...other, amountMinor: 0 } as ListedTransaction,
  ];
  expect(await run({ listTransactions })).toMatchObject({ transactions: 3, differences: [] });
  expect(await run({}, hourMs)).toMatchObject({ transactions: 0, differences: [] });
});

it('counts as returned what the provider has paid out, and disputes that it took the money of', async () => {
  const reference = paid[0]?.reference ?? '';
  const refund = {
    id: '1',
    transactionId: null,
    reference,
    amountMinor: 300,
    currency: 'NGN',
    createdAt: null,
  };
  const dispute = {
    ...refund,
    status: 'resolved' as const,
    category: null,
    dueAt: null,
  };
  const returned = async (
    refunds: ProviderRefund['status'][],
    resolutions: ProviderDispute['resolution'][],
  ): Promise<string | undefined> => {
    const { differences } = await run({
      listRefunds: async () => refunds.map((status) => ({ ...refund, status })),
      listDisputes: async () => resolutions.map((resolution) => ({ ...dispute, resolution })),
    });
    return differences.map(({ summary }) => summary.match(/ledger, (\S+)/)?.[1])[0];
  };
  expect(await returned(['pending', 'processing', 'needs_attention', 'failed'], ['won', null])).toBe(
    undefined,
  );
  expect(await returned(['processed', 'processed'], [])).toBe('₦6');
  expect(await returned([], ['accepted'])).toBe('₦3');
  expect(await returned([], ['lost'])).toBe('₦3');
});

it('stores a run that failed, and fails', async () => {
  const listTransactions = () => Promise.reject(new Error('The provider is unavailable'));
  await expect(runReconciliation(product.db, { ...provider, listTransactions }, { days: 7 })).rejects.toThrow(
    'The provider is unavailable',
  );
  expect(await product.db.query('SELECT failure FROM reconciliation_runs')).toEqual([
    { failure: expect.stringContaining('The provider is unavailable') },
  ]);
});

it('leaves out sample payments that the provider does not know, but not those that were made for a sample request', async () => {
  const [{ id, reference }] = paid as [{ id: string; reference: string }];
  const [{ request }] = await product.db
    .query(
      `UPDATE requests r SET is_sample = true FROM payments p WHERE p.request_id = r.id AND p.id = $1 RETURNING r.id AS request`,
      [id],
    )
    .then(([rows]) => rows);
  const rename = (to: string, openedAt: Date | null) =>
    product.db.query('UPDATE payments SET reference = $2, opened_at = $3 WHERE id = $1', [id, to, openedAt]);
  const others: PaymentProvider['listTransactions'] = async (filter) =>
    (await provider.listTransactions(filter)).filter((transaction) => transaction.reference !== reference);
  expect(await run()).toMatchObject({ transactions: 3, differences: [] });
  await rename(`sample-${request}`, null);
  expect(await run({ listTransactions: others })).toMatchObject({ transactions: 2, differences: [] });
  await rename(reference, new Date());
});

it('opens one case for each difference, however often it runs', async () => {
  const [first, second, third] = paid.map(({ reference }) => reference);
  const listTransactions: PaymentProvider['listTransactions'] = async (filter) =>
    (await provider.listTransactions(filter))
      .filter(({ reference }) => reference !== first)
      .map((row) => (row.reference === second ? { ...row, amountMinor: row.amountMinor - 1 } : row));
  for (let times = 0; times < 2; times += 1) {
    const { differences } = await run({ listTransactions });
    expect(differences.map(({ kind, reference }) => `${kind}:${reference}`).sort()).toEqual(
      [`captured:${second}`, `missing_there:${first}`].sort(),
    );
  }
  expect(await casesOf(`captured:${second}`)).toHaveLength(1);
  expect(await casesOf(`missing_there:${first}`)).toHaveLength(1);
  expect(await casesOf(`captured:${third}`)).toEqual([]);
});

it('finds a refund that only the ledger has, and one that only the provider has', async () => {
  const [first, second] = paid as [{ id: string; reference: string }, { id: string; reference: string }];
  const refund = { paymentId: first.id, reference: crypto.randomUUID(), amountMinor: 500 };
  await product.db.transaction((manager) => recordRefund(manager, refund));
  const theirs = (await provider.listTransactions({ from: new Date(0) })).find(
    ({ reference }) => reference === second.reference,
  );
  const listRefunds: PaymentProvider['listRefunds'] = async () => [
    {
      id: '1',
      transactionId: theirs?.id ?? '',
      reference: null,
      status: 'processed',
      amountMinor: 300,
      currency: 'NGN',
      createdAt: null,
    },
  ];
  const { differences } = await run({ listRefunds });
  expect(differences.map(({ kind, reference }) => `${kind}:${reference}`).sort()).toEqual(
    [`returned:${first.reference}`, `returned:${second.reference}`].sort(),
  );
});

it('records a fee that the provider said later', async () => {
  const [payment] = await product.db.query(
    `INSERT INTO payments (reference, request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor, currency, status)
     SELECT 'pay-late-fee', request_id, sponsorship_id, payer_id, 1000, 0, 1000, 'NGN', 'refund_due' FROM payments LIMIT 1
     RETURNING id, request_id AS "requestId"`,
  );
  const capture = { paymentId: payment.id, capturedMinor: 1_000, feeMinor: 0, currency: 'NGN' };
  const account = `request:${payment.requestId}` as const;
  await product.db.transaction((manager) => recordCapture(manager, { ...capture, account }));
  const late = {
    id: '9',
    reference: 'pay-late-fee',
    status: 'success',
    amountMinor: 1_000,
    currency: 'NGN',
    feesMinor: 15,
    createdAt: null,
    paidAt: null,
    payerEmail: null,
  };
  const changes = { listTransactions: async () => [late], listRefunds: async () => [] };
  expect((await run(changes)).recordedFees).toBe(1);
  expect((await run(changes)).recordedFees).toBe(0);
  const [{ fees }] = await product.db.query(
    'SELECT fees_minor::int AS fees FROM ledger_payments WHERE payment_id = $1',
    [payment.id],
  );
  expect(fees).toBe(15);
});

const setAtProvider = async (settings: object) => {
  const { status } = await fetch(`${product.sandbox.httpUrl}/payments/control/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
  expect(status).toBe(200);
};

it('finds no difference where the payer bore the fee of the provider', async () => {
  const before = await run();
  await setAtProvider({ payersBearFees: true });
  const [learner, sponsor] = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
  const { requestId } = await fund(product, learner, sponsor);
  await setAtProvider({ payersBearFees: false });
  expect(await product.db.query('SELECT status FROM payments WHERE request_id = $1', [requestId])).toEqual([
    { status: 'approved' },
  ]);
  const after = await run();
  expect(after.transactions).toBe(before.transactions + 1);
  expect(after.differences).toEqual(before.differences);
});

it('finds the payments of rows without a reference by the number of the transaction', async () => {
  const before = await run();
  await setAtProvider({ listsReferences: false });
  const after = await run();
  await product.db.query('UPDATE payments SET transaction_id = NULL WHERE reference = $1', [
    paid[0]?.reference,
  ]);
  const unknown = await run();
  await setAtProvider({ listsReferences: true });
  expect(after).toMatchObject({ transactions: before.transactions, differences: before.differences });
  const [transaction] = (await provider.listTransactions({})).filter(
    ({ reference }) => reference === paid[0]?.reference,
  );
  expect(unknown.differences.map(({ kind, reference }) => [kind, reference])).toEqual(
    expect.arrayContaining([['missing_here', transaction?.id]]),
  );
});

it('names the account of a request that has ended and holds money, unless a case gives it back', async () => {
  const [{ id, requestId }] = await product.db.query(
    `SELECT p.id, p.request_id AS "requestId" FROM payments p WHERE p.id = $1`,
    [paid[2]?.id],
  );
  // As before the database had a rule against it.
  const set = (table: 'requests' | 'payments', status: string) =>
    product.db.transaction(async (manager) => {
      await manager.query('SET LOCAL session_replication_role = replica');
      const given = [status, table === 'payments' ? id : requestId];
      await manager.query(`UPDATE ${table} SET status = $1 WHERE id = $2`, given);
    });
  const account = `request:${requestId}`;
  const named = async () => (await run()).differences.filter(({ kind }) => kind === 'held');
  expect(await named()).toEqual([]);
  await set('requests', 'enrolled');
  const difference = {
    kind: 'held',
    reference: account,
    summary: `${account}: it holds ₦20,000 (NGN), and its request has ended.`,
  };
  expect(await named()).toEqual([difference]);
  expect(await casesOf(`held:${account}`)).toEqual([{ summary: difference.summary }]);
  const refund = { kind: 'refund', subject: { type: 'payment', id }, summary: 'Give it back.' } as const;
  await product.db.transaction((manager) => openCase(manager, refund));
  expect(await named()).toEqual([]);
  await set('payments', 'reversed');
  expect(await named()).toEqual([difference]);
});
