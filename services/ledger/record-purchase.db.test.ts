import type { DataSource, EntityManager } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entities } from '#services/entities.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { insertPayments } from '#tests/money/ledger-fixture.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { requestAccount } from './accounts.ts';
import { balanceOf } from './lock-captured-money.ts';
import { recordCapture } from './record-capture.ts';
import { type BoughtCourse, recordPurchase, recordPurchaseReturn } from './record-purchase.ts';
import { recordReversal } from './record-return.ts';

const currency = 'NGN';
const price = { capturedMinor: 2_001_800, feeMinor: 1_800, currency };

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  const databaseUrl = database.applicationUrl;
  db = await createDataSource({ entities, databaseUrl, applicationName: 'ledger', poolSize: 2 }).initialize();
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const record = <T>(work: (manager: EntityManager) => Promise<T>) => db.transaction(work);

/** Captures a payment and two later ones for the same request, of ₦20,000 each. Returns them and their purchase. */
async function paidThrice() {
  const payments = await insertPayments(db, 3);
  const [first, ...added] = payments.map(({ paymentId }) => paymentId) as [string, string, string];
  const requestId = payments[0]?.requestId ?? '';
  const account = requestAccount(requestId);
  for (const paymentId of [first, ...added])
    await record((manager) => recordCapture(manager, { ...price, paymentId, account }));
  const bought: Omit<BoughtCourse, 'priceMinor'> = {
    requestId,
    paymentId: first,
    addedPaymentIds: added,
    reference: crypto.randomUUID(),
    currency,
  };
  return { first, added, account, bought };
}

/** Returns what a purchase spent of each of these payments. */
const spent = (paymentIds: readonly string[]) =>
  Promise.all(
    paymentIds.map(async (id) => {
      const [row] = await db.query(
        `SELECT coalesce(-sum(p.amount_minor), 0)::int AS minor FROM ledger_transactions t
         JOIN ledger_postings p ON p.transaction_id = t.id AND p.account = 'purchases' WHERE t.payment_id = $1`,
        [id],
      );
      return row.minor;
    }),
  );

it('a purchase spends of added payments what the first one does not pay, and gives the rest to the fund', async () => {
  const { first, added, account, bought } = await paidThrice();
  await record((manager) => recordPurchase(manager, { ...bought, priceMinor: 4_600_000 }));
  expect(await spent([first, ...added])).toEqual([2_000_000, 2_000_000, 600_000]);
  expect(await balanceOf(db.manager, account, currency)).toBe(0);
  await record((manager) => recordPurchaseReturn(manager, bought));
  expect(await spent([first, ...added])).toEqual([0, 0, 0]);
  expect(await balanceOf(db.manager, account, currency)).toBe(6_000_000);
});

it('a purchase spends nothing of added payments when the first one is enough', async () => {
  const { first, added, bought } = await paidThrice();
  await record((manager) => recordPurchase(manager, { ...bought, priceMinor: 1_900_000 }));
  expect(await spent([first, ...added])).toEqual([1_900_000, 0, 0]);
});

it('a purchase leaves out an added payment that was given back', async () => {
  const { first, added, bought } = await paidThrice();
  const [back, other] = added as [string, string];
  await record((manager) => recordReversal(manager, back));
  await record((manager) => recordPurchase(manager, { ...bought, priceMinor: 2_500_000 }));
  expect(await spent([first, back, other])).toEqual([2_000_000, 0, 500_000]);
});

it('a purchase that was never recorded cannot be given back', async () => {
  const never = { reference: crypto.randomUUID() };
  await expect(record((manager) => recordPurchaseReturn(manager, never))).rejects.toThrow(/no purchase/);
});
