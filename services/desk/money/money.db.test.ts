import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as money from '#contracts/desk/desk-money.ts';
import { recordCapture } from '#services/ledger/record-transaction.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { insertPayments } from '#tests/money/ledger-fixture.ts';
import { untilApproved } from '#tests/support/money/until-approved.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { fileRequest, join, press, startPayment } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

let product: TestProduct;
let ada: TestOperator;
let workers: { stop(): Promise<void> };
let paid: { id: string; reference: string; requestId: string };
beforeAll(async () => {
  product = await startTestProduct();
  workers = await product.startWorkers();
  ada = await joinDesk(product, 'operator', 'Ada');
  const { url, sandbox, db } = product;
  const [learner, sponsor] = [
    await join(url, 'learner'),
    await join(url, 'sponsor', { fullName: '=HYPERLINK("x") Sponsor' }),
  ];
  const requestId = await fileRequest(url, learner);
  const { reference, access_code } = (await startPayment(url, sponsor, requestId)).body.data.data;
  await press(sandbox.httpUrl, access_code, 'pay');
  const id = await vi.waitFor(async () => {
    const [row] = await db.query(
      `SELECT p.id FROM payments p JOIN ledger_transactions t ON t.payment_id = p.id AND t.kind = 'provider_fee'
       WHERE p.reference = $1 AND p.status = 'approved'`,
      [reference],
    );
    expect(row).toBeDefined();
    return row.id as string;
  }, patient);
  await untilApproved(product, reference);
  paid = { id, reference, requestId };
});
afterAll(() => product?.close());

/** Adds payments with their captures to our books alone. */
const capture = async (count: number) => {
  const payments = await insertPayments(product.db, count);
  await inTransaction(product.db, async (manager) => {
    for (const { paymentId, requestId } of payments) {
      const captured = { capturedMinor: 2_001_800, feeMinor: 1_800, currency: 'NGN' };
      await recordCapture(manager, { ...captured, paymentId, account: `request:${requestId}` });
    }
  });
};
const list = async (query: Record<string, string>) =>
  (await callDesk(product.url, money.listPayments, { query }, ada.cookie)).body.data;
const story = (id: string) => callDesk(product.url, money.getPaymentStory, { params: { id } }, ada.cookie);
const csv = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${product.url}/api${path}`, { headers: { cookie: ada.cookie, ...headers } });
  // As bytes: a text of fetch has no byte order mark.
  const text = Buffer.from(await response.arrayBuffer()).toString();
  return { response, lines: text.trimEnd().split('\n') };
};

it('lists payments by state, currency, text and day, and counts the other states', async () => {
  await insertPayments(product.db, 15);
  const all = await list({});
  expect(all.byStatus).toEqual({ approved: 1, refund_due: 15 });
  expect(all.total).toBe(16);
  const due = await list({ status: 'refund_due', limit: '10', page: '2' });
  expect([due.payments.length, due.currentPage, due.totalPages, due.total]).toEqual([5, 2, 2, 15]);
  expect(due.byStatus).toEqual(all.byStatus);
  const matching = await list({ search: paid.reference.toUpperCase() });
  expect(matching.payments.map(({ id }) => id)).toEqual([paid.id]);
  expect((await list({ search: 'hyperlink("X")' })).total).toBe(1);
  expect((await list({ search: paid.reference, status: 'refund_due' })).byStatus).toEqual({ approved: 1 });
  for (const search of ['100%_', '%', '_', '\\'])
    expect([search, (await list({ search })).total]).toEqual([search, 0]);
  expect((await list({ currency: 'USD' })).total).toBe(0);
  expect((await list({ from: '2020-01-01', until: '2020-01-01' })).total).toBe(0);
  expect((await list({ from: '2020-01-01', status: '' })).total).toBe(16);
  expect((await list({ page: '99' })).currentPage).toBe(2);
  const bad = await callDesk(product.url, money.listPayments, { query: { from: 'yesterday' } }, ada.cookie);
  expect([bad.status, bad.body.message]).toEqual([422, 'Please choose a day.']);
});

it('returns the whole story of a payment, and marks what the provider reported differently', async () => {
  const { body } = await story(paid.id);
  const { data } = body;
  expect(data).toMatchObject({ reference: paid.reference, status: 'approved', course: 'Machine Learning' });
  expect(data.comparison.filter(({ differs }) => differs)).toEqual([]);
  expect(data.comparison.find(({ name }) => name === 'Amount')).toMatchObject({ ours: '₦20,018' });
  expect(data.purchase).toMatchObject({ status: 'queued' });
  expect(data.transactions.map(({ kind }) => kind).toSorted()).toEqual(['capture', 'provider_fee']);
  for (const { postings } of data.transactions)
    expect(postings.reduce((sum, { amount }) => sum + amount.minor, 0)).toBe(0);
  expect(data.webhooks.map(({ event }) => event)).toEqual(['charge.success']);
  expect(data.timeline[0]?.what).toBe('Payment started');
  expect(data.timeline).toContainEqual(
    expect.objectContaining({ what: 'Settled', detail: `Approved, receipt ${data.receiptNumber}` }),
  );
  const times = data.timeline.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  expect(JSON.stringify(body)).not.toMatch(/platform-secret|sk_test/);
  await product.db.query(
    `UPDATE webhook_inbox SET payload = jsonb_set(payload, '{data,amount}', '2001799') WHERE reference = $1`,
    [paid.reference],
  );
  const changed = (await story(paid.id)).body.data.comparison.filter(({ differs }) => differs);
  expect(changed.map(({ name, provider }) => [name, provider])).toEqual([['Amount', '₦20,017.99']]);
  expect((await story(crypto.randomUUID())).body.message).toBe('There is no such payment.');
});

it('asks the provider again as a job, and says who did', async () => {
  const asked = await callDesk(
    product.url,
    money.verifyPaymentAgain,
    { params: { id: paid.id } },
    ada.cookie,
  );
  expect(asked.status).toBe(200);
  expect((await story(paid.id)).body.data.timeline).toContainEqual(
    expect.objectContaining({ what: 'Payment verified with the provider again', detail: 'Ada' }),
  );
});

it('shows balances per account and currency, and the transactions of one account', async () => {
  const ledger = async (query: Record<string, string> = {}) =>
    (await callDesk(product.url, money.getLedger, { query }, ada.cookie)).body.data;
  const { balances } = await ledger();
  const sum = balances.reduce((total, { balanceMinor }) => total + balanceMinor, 0);
  expect(sum).toBe(0);
  const requests = balances.find(({ account }) => account === 'request:*');
  expect(requests).toMatchObject({ accounts: 1, currency: 'NGN', balanceMinor: -2_000_000 });
  const ofRequest = await ledger({ account: `request:${paid.requestId}` });
  expect(ofRequest.balances.map(({ account }) => account)).toEqual([`request:${paid.requestId}`]);
  const about = expect.stringMatching(/^Machine Learning, Test Learner/);
  expect(ofRequest.balances).toMatchObject([{ about }]);
  expect(requests?.about).toBeNull();
  const [captured] = ofRequest.transactions;
  expect(captured?.paymentAbout).toMatch(/^Machine Learning · =HYPERLINK.* Sponsor · CL-\d{6}$/);
  expect(captured?.postings.find(({ account }) => account.startsWith('request:'))).toMatchObject({ about });
  expect(ofRequest.transactions.map(({ kind }) => kind)).toEqual(['capture']);
  expect((await ledger({ account: 'request:*' })).transactions).toHaveLength(1);
  expect((await ledger({ account: 'pool:*' })).balances).toEqual([]);
  expect((await ledger({ limit: '1' })).hasMore).toBe(true);
  expect((await ledger({ limit: '1', page: '2' })).hasMore).toBe(false);
});

it('runs one reconciliation for two operators who press at once, and lists its result', async () => {
  const grace = await joinDesk(product, 'operator', 'Grace');
  await capture(2);
  const start = ({ cookie }: TestOperator) => callDesk(product.url, money.startReconciliation, {}, cookie);
  await workers.stop();
  const statuses = (await Promise.all([start(ada), start(grace)])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([202, 409]);
  workers = await product.startWorkers();
  const run = await vi.waitFor(async () => {
    const { body } = await callDesk(product.url, money.getReconciliation, {}, ada.cookie);
    expect(body.data.isRunning).toBe(false);
    expect(body.data.runs).toHaveLength(1);
    return body.data.runs[0];
  }, patient);
  expect(run?.failure).toBeNull();
  expect(['Ada', 'Grace']).toContain(run?.requestedBy);
  // The provider knows nothing of the two captures.
  expect(run?.differenceCount).toBe(2);
  expect(run?.differences.map(({ caseId }) => caseId)).toEqual([expect.any(String), expect.any(String)]);
});

// ASVS 1.3.3
it('exports every payment once, also beyond one batch, without formulas, and records the export', async () => {
  const many = await insertPayments(product.db, 4_100);
  const { response, lines } = await csv('/ops/money/payments.csv');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="?payments-[\d-]+\.csv"?$/,
  );
  expect(lines[0]).toMatch(/^\uFEFFstarted at,reference,status,course,/);
  expect(lines).toHaveLength(1 + 1 + 15 + 2 + many.length);
  expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(lines.length);
  const own = lines.find((line) => line.includes(paid.reference));
  expect(own).toContain(`"'=HYPERLINK(""x"") Sponsor"`);
  expect(own).toContain('NGN,20000.00,18.00,20018.00,20018.00,NGN,300.27,0.00,');
  expect(own).toMatch(/,Approved,Machine Learning,.*,CL-\d{6}$/);
  const filtered = await csv('/ops/money/payments.csv?status=approved');
  expect(filtered.lines).toHaveLength(2);
  const exports = await product.db.query(
    `SELECT reason FROM audit_entries WHERE action = 'payments.exported' ORDER BY created_at`,
  );
  expect(exports).toEqual([{ reason: '' }, { reason: 'Status: Approved' }]);
});

it('exports the lines of the ledger with debits and credits, each transaction whole', async () => {
  await capture(2_050);
  const { lines } = await csv('/ops/money/ledger.csv');
  expect(lines).toHaveLength(1 + 5 + 3 * 2_052);
  expect(lines.filter((line) => /,service_fees,NGN,,18\.00$/.test(line))).toHaveLength(1 + 2_052);
  const fund = await csv('/ops/money/ledger.csv?account=completion_fund');
  expect(fund.lines).toHaveLength(1);
  expect(lines.find((line) => line.includes(`request:${paid.requestId}`))).toMatch(
    /,Payment received,.*,CL-\d{6},,1,"Held for Machine Learning, [^"]+",20000\.00,request:[\w-]+,NGN,,20000\.00$/,
  );
});

// ASVS 16.5.3
it('a failing export is an error, not half a file', async () => {
  await product.db.query('ALTER TABLE ledger_postings RENAME COLUMN account TO account_away');
  const { response } = await csv('/ops/money/ledger.csv');
  await product.db.query('ALTER TABLE ledger_postings RENAME COLUMN account_away TO account');
  expect(response.status).toBe(500);
  expect(response.headers.get('content-disposition')).toBeNull();
});
