import { afterAll, beforeAll, expect, it } from 'vitest';
import * as desk from '#contracts/desk.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/operators.ts';
import { startTestProduct, type TestProduct } from '#tests/support/test-product.ts';
import { seedSampleData } from './seed.ts';

let product: TestProduct;
let ada: TestOperator;
beforeAll(async () => {
  product = await startTestProduct();
  await seedSampleData(product.config);
  ada = await joinDesk(product);
});
afterAll(() => product?.close());

const list = async () =>
  (await callDesk(product.url, desk.listCases, { query: {} } as object, ada.cookie)).body.data;

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
  ]);
});

it('has reports with reporters who left an address', async () => {
  const reports = await product.db.query('SELECT email, reason FROM reports ORDER BY email');
  expect(reports).toEqual([
    { email: 'david@sample.example', reason: 'wrong' },
    { email: 'lindiwe@sample.example', reason: 'impersonation' },
  ]);
});

it('says why a payment that the provider does not know can be neither refunded nor disputed', async () => {
  const { cases } = await list();
  for (const { id } of cases.filter(({ kind }) => kind === 'refund' || kind === 'dispute')) {
    const { body } = await callDesk(product.url, desk.getCase, { params: { id } }, ada.cookie);
    expect(body.data.actions.length).toBeGreaterThan(0);
    for (const { obstacle } of body.data.actions) expect(obstacle).toContain('sample data');
  }
});
