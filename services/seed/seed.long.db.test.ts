import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import { listCases } from '#contracts/desk/desk-inbox.ts';
import { getOperator } from '#contracts/desk/operators.ts';
import { addSamplePayments } from '#sandbox/start/add-sample-payments.ts';
import { refuseSamplePeople } from '#services/accounts/refuse-sample-people.ts';
import { totpCode } from '#services/desk/operators/second-factor.ts';
import { reconcile } from '#services/ledger/reconciliation/reconcile.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import { countMissingCases } from '#services/purchases/required-cases/open-required-cases.ts';
import {
  callDesk,
  cookieOf,
  enterDesk,
  joinDesk,
  type TestOperator,
} from '#tests/support/people/operators.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';
import { sampleOperatorSecret } from './sample-operators.ts';
import { sampleSignIns, seedSampleData } from './seed.ts';

let product: TestProduct;
let ada: TestOperator;
beforeAll(async () => {
  product = await startTestProduct();
  await seedSampleData(product.config);
  ada = await joinDesk(product);
});
afterAll(() => product?.close());

const list = async () =>
  (await callDesk(product.url, listCases, { query: {} } as object, ada.cookie)).body.data;

it('opens work of each kind on an empty desk', async () => {
  const { counts } = await list();
  expect(counts.byKind).toEqual({ purchase: 3, refund: 1, dispute: 1, report: 2 });
  const states: { status: string; n: number }[] = await product.db.query(
    'SELECT status, count(*)::int AS n FROM purchases GROUP BY status ORDER BY status',
  );
  expect(states).toEqual([
    { status: 'bought', n: 1 },
    { status: 'handed_over', n: 1 },
    { status: 'queued', n: 1 },
    { status: 'redeemed', n: 2 },
  ]);
});

it('holds no money of a request that has ended, and misses no case', async () => {
  expect(await countMissingCases(product.db)).toEqual(new Map());
  const held = await product.db.query(
    `SELECT r.status FROM held_payments h JOIN payments p ON p.id = h.payment_id JOIN requests r ON r.id = p.request_id
     WHERE r.status IN ('enrolled', 'completed', 'refunded') AND p.status NOT IN ('refund_due', 'needs_review')`,
  );
  expect(held).toEqual([]);
});

it('keeps processes of an installation for real people from starting on it', async () => {
  await expect(refuseSamplePeople(product.db, { isSandbox: false })).rejects.toThrow(
    /^Configuration: DATABASE_URL names a database with sample people[^\n]*$/,
  );
  await expect(refuseSamplePeople(product.db, { isSandbox: true })).resolves.toBeUndefined();
});

it('has reports with reporters who left an address', async () => {
  const reports = await product.db.query('SELECT email, reason FROM reports ORDER BY email');
  expect(reports).toEqual([
    { email: 'david@sample.example', reason: 'wrong' },
    { email: 'lindiwe@sample.example', reason: 'impersonation' },
  ]);
});

const operatorSignIns = sampleSignIns().filter(({ role }) => ['operator', 'lead'].includes(role));

it('has two operators and a lead, whom the same code signs in', async () => {
  expect(operatorSignIns.map(({ role }) => role)).toEqual(['operator', 'operator', 'lead']);
  for (const { role, ...operator } of operatorSignIns) {
    const entered = await enterDesk(product.url, operator, totpCode(sampleOperatorSecret));
    const me = await callDesk(product.url, getOperator, {}, cookieOf(entered.headers.get('set-cookie')));
    expect([me.status, me.body.data.isLead]).toEqual([200, role === 'lead']);
  }
});

it('adds the operators that an earlier version did not have, and no report twice', async () => {
  const count = `SELECT (SELECT count(*)::int FROM reports) AS reports, count(*)::int AS operators FROM users
    WHERE role = 'operator' AND is_sample`;
  const before = await product.db.query(count);
  await product.db.query(`UPDATE users SET email = 'earlier-' || email WHERE email = 'lead@sample.example'`);
  await seedSampleData(product.config);
  await seedSampleData(product.config);
  expect(await product.db.query(count)).toEqual([{ ...before[0], operators: before[0].operators + 1 }]);
});

it('says why a payment that the provider does not know can be neither refunded nor disputed', async () => {
  const { cases } = await list();
  for (const { id } of cases.filter(({ kind }) => kind === 'refund' || kind === 'dispute')) {
    const { body } = await callDesk(product.url, desk.getCase, { params: { id } }, ada.cookie);
    expect(body.data.actions.length).toBeGreaterThan(0);
    for (const { obstacle } of body.data.actions) expect(obstacle).toContain('sample data');
  }
});

it('can be refunded and disputed once the local provider has the payments', async () => {
  const { url, config, db, sandbox } = product;
  await product.startWorkers();
  await addSamplePayments(config);
  await addSamplePayments(config);
  const open = (kind: string) =>
    list().then(({ cases }) => cases.find((entry) => entry.kind === kind)?.id ?? '');
  const act = async (id: string, action: string, values: Record<string, string>) => {
    await callDesk(url, desk.claimCase, { params: { id } }, ada.cookie);
    const sent = { params: { id }, body: { action, values } };
    expect((await callDesk(url, desk.runCaseAction, sent, ada.cookie)).status).toBe(200);
  };
  await act(await open('refund'), 'approve-refund', {});
  await act(await open('dispute'), 'fight-dispute', { message: 'The learner is enrolled.' });
  await vi.waitFor(async () => {
    const refunds = await db.query('SELECT status FROM refunds ORDER BY status');
    expect(refunds).toEqual([{ status: 'processed' }, { status: 'processed' }]);
    expect(await db.query('SELECT status FROM disputes')).toEqual([{ status: 'awaiting_bank' }]);
  }, patient);
  const books = await (await fetch(`${sandbox.httpUrl}/payments/control/ledger`)).json();
  expect([books.refunds.length, books.disputes.length]).toEqual([2, 1]);
  const span = { days: 60, settledAfterMs: 0 };
  expect(await reconcile(db, createPaymentProvider(config.payment), span)).toMatchObject({ differences: [] });
});
