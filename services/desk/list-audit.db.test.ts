import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAudit } from '#contracts/desk/desk.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { insertPayments } from '#tests/money/ledger-fixture.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let ada: TestOperator;
let grace: TestOperator;
let paymentId: string;
beforeAll(async () => {
  product = await startTestProduct();
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'lead', 'Grace');
  paymentId = (await insertPayments(product.db, 1))[0]?.paymentId ?? '';
  await inTransaction(product.db, async (manager) => {
    await recordAudit(manager, 'payment.verified_again', `payment:${paymentId}`, '', ada.id);
    await recordAudit(manager, 'payment.needs_review', paymentId, 'Paid ₦1 instead of ₦2.');
    await recordAudit(manager, 'ledger.exported', 'ledger', 'all accounts', grace.id);
  });
  await product.db.query(
    `INSERT INTO audit_entries (action, subject, reason, actor_id, created_at)
     VALUES ('ledger.exported', 'ledger', 'late', $1, '2026-03-01T23:59:59Z'),
       ('ledger.exported', 'ledger', 'early', $1, '2026-03-02T00:00:00Z')`,
    [ada.id],
  );
});
afterAll(() => product?.close());

const read = (query: Record<string, string>) => callDesk(product.url, listAudit, { query }, ada.cookie);
const actions = async (query: Record<string, string>) =>
  (await read(query)).body.data.entries.map(({ action, reason }) => [action, reason].join(': '));

it('filters by operator, kind and day, together and with the search', async () => {
  expect(await actions({ operator: ada.id, kind: 'ledger' })).toEqual([
    'ledger.exported: early',
    'ledger.exported: late',
  ]);
  expect(await actions({ operator: grace.id, kind: 'ledger' })).toEqual(['ledger.exported: all accounts']);
  expect(await actions({ kind: 'ledger', day: '2026-03-01' })).toEqual(['ledger.exported: late']);
  expect(await actions({ day: '2026-03-02' })).toEqual(['ledger.exported: early']);
  expect(await actions({ kind: 'ledger', search: 'LATE' })).toEqual(['ledger.exported: late']);
  expect((await actions({ kind: 'payments', operator: '' })).toSorted()).toEqual([
    'payment.needs_review: Paid ₦1 instead of ₦2.',
    'payment.verified_again: ',
  ]);
  expect(await actions({ kind: 'disputes' })).toEqual([]);
});

it.each([
  ['operator', 'ada'],
  ['kind', 'secrets'],
  ['day', 'yesterday'],
])('refuses a wrong %s', async (name, value) => {
  expect((await read({ [name]: value })).status).toBe(422);
});

it('names actions and subjects, and leads to the payment of an entry with an id alone', async () => {
  const { entries } = (await read({ kind: 'payments' })).body.data;
  const review = entries.find(({ action }) => action === 'payment.needs_review');
  expect(review).toMatchObject({
    name: 'Payment needs a review',
    subject: `payment:${paymentId}`,
    paymentId,
  });
  expect(review?.about).toMatch(/\S/);
  const searched = (await read({ search: 'needs review' })).body.data.entries;
  expect(searched.map(({ id }) => id)).toEqual([review?.id]);
});
