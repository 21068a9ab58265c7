import fc from 'fast-check';
import type { DataSource, EntityManager } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entities } from '#services/entities.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { insertPayments } from '#tests/money/ledger-fixture.ts';
import { historyCount } from '#tests/support/database/history-count.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { balanceOf, lockCapturedMoney } from './captured-money.ts';
import { requestAccount } from './postings.ts';
import { type BoughtCourse, recordPurchase, recordPurchaseReturn } from './record-purchase.ts';
import { recordCapture, recordDisputeLost, recordRefund, recordReversal } from './record-transaction.ts';

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

it('a second purchase, which the fund paid, is given back to the fund', async () => {
  const { first, account, bought } = await paidThrice();
  const alone = { ...bought, addedPaymentIds: [], priceMinor: 2_000_000 };
  const again = { ...alone, reference: crypto.randomUUID() };
  const heldMinor = await balanceOf(db.manager, account, currency);
  for (const purchase of [alone, again]) await record((manager) => recordPurchase(manager, purchase));
  await record((manager) => recordPurchaseReturn(manager, again));
  expect(await balanceOf(db.manager, account, currency)).toBe(heldMinor - 2_000_000);
  expect(await spent([first])).toEqual([2_000_000]);
});

it('a second purchase that the differences pay alone is recorded once, and given back to the request', async () => {
  const { first, added, account, bought } = await paidThrice();
  await record((manager) =>
    recordPurchase(manager, { ...bought, addedPaymentIds: [], priceMinor: 2_000_000 }),
  );
  const again = { ...bought, reference: crypto.randomUUID(), priceMinor: 1_500_000 };
  expect(await record((manager) => recordPurchase(manager, again))).toBe(true);
  expect(await record((manager) => recordPurchase(manager, again))).toBe(false);
  expect(await spent([first, ...added])).toEqual([2_000_000, 1_500_000, 0]);
  await record((manager) => recordPurchaseReturn(manager, again));
  expect(await balanceOf(db.manager, account, currency)).toBe(4_000_000);
});

it('a purchase that is given back after half of its payment was refunded returns the other half to the request', async () => {
  const { first, account, bought } = await paidThrice();
  await record((manager) =>
    recordPurchase(manager, { ...bought, addedPaymentIds: [], priceMinor: 2_000_000 }),
  );
  const half = { paymentId: first, reference: crypto.randomUUID(), amountMinor: price.capturedMinor / 2 };
  await record((manager) => recordRefund(manager, half));
  await record((manager) => recordPurchaseReturn(manager, bought));
  expect(await balanceOf(db.manager, account, currency)).toBe(5_000_000);
});

it('a purchase that was never recorded cannot be given back', async () => {
  const never = { reference: crypto.randomUUID() };
  await expect(record((manager) => recordPurchaseReturn(manager, never))).rejects.toThrow(/no purchase/);
});

const share = fc.integer({ min: 1, max: 10_000 });
const payment = fc.nat(2);
const histories = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('purchase' as const),
        percent: fc.integer({ min: 40, max: 115 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('purchase_return' as const, 'bought_again' as const) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom('refund' as const, 'dispute' as const), payment, share }),
    },
    fc.record({ kind: fc.constantFrom('difference' as const, 'reversal' as const), payment }),
  ),
  { minLength: 4, maxLength: 14, size: 'max' },
);

/** The request, its payments and its current purchase in a random history of the test below. */
class PaidRequest {
  readonly #account: ReturnType<typeof requestAccount>;
  readonly #payments: readonly string[];
  readonly #paid: string[];
  readonly #purchaseId = crypto.randomUUID();
  #attempt = 0;
  #isBought = false;
  /** Whether a purchase that the platform did not give back was followed by another one. */
  #hasLostOne = false;

  private constructor(requestId: string, payments: readonly string[]) {
    this.#account = requestAccount(requestId);
    this.#payments = payments;
    this.#paid = payments.slice(0, 1);
  }

  static async create(): Promise<PaidRequest> {
    const payments = await insertPayments(db, 3);
    const paid = new PaidRequest(
      payments[0]?.requestId ?? '',
      payments.map(({ paymentId }) => paymentId),
    );
    await paid.#capture(paid.#paid[0] ?? '');
    return paid;
  }

  async apply(event: typeof histories extends fc.Arbitrary<(infer Event)[]> ? Event : never): Promise<void> {
    if (event.kind === 'purchase') return this.#buy(event.percent);
    if (!('payment' in event)) {
      if (!this.#isBought) return;
      this.#isBought = false;
      if (event.kind === 'bought_again') this.#hasLostOne = true;
      else await record((manager) => recordPurchaseReturn(manager, { reference: this.#reference }));
      return;
    }
    const paymentId = this.#payments[event.payment] ?? '';
    const isPaid = this.#paid.includes(paymentId);
    if (!isPaid) {
      if (event.kind === 'difference' && !this.#isBought) await this.#capture(paymentId);
    } else if ('share' in event) await this.#giveBack(paymentId, event);
    else if (event.kind === 'reversal') await record((manager) => recordReversal(manager, paymentId));
  }

  /** Gives back what is left of all payments, as the refunds of a request that has ended do. */
  async end(): Promise<void> {
    for (const paymentId of this.#paid) await record((manager) => recordReversal(manager, paymentId));
  }

  /** Returns the balance of the request and what it must be: what the payers gave and did not get back. */
  async balance(): Promise<{ minor: number; leftMinor: number; isExact: boolean }> {
    const money = await Promise.all(
      this.#paid.map((id) => record((manager) => lockCapturedMoney(manager, id))),
    );
    const left = money.map(
      ({ capturedMinor, feeMinor, returnedMinor }) =>
        capturedMinor - returnedMinor - feeMinor + Math.round((feeMinor * returnedMinor) / capturedMinor),
    );
    return {
      minor: await balanceOf(db.manager, this.#account, currency),
      leftMinor: this.#isBought ? 0 : left.reduce((sum, minor) => sum + minor, 0),
      isExact: !this.#hasLostOne,
    };
  }

  get #reference(): string {
    return `${this.#purchaseId}:${this.#attempt}`;
  }

  async #capture(paymentId: string): Promise<void> {
    if (!this.#paid.includes(paymentId)) this.#paid.push(paymentId);
    await record((manager) => recordCapture(manager, { ...price, paymentId, account: this.#account }));
  }

  async #buy(percent: number): Promise<void> {
    const [paymentId = '', ...addedPaymentIds] = this.#paid;
    if (this.#isBought || (await this.#leftOf(paymentId)) === 0) return;
    this.#attempt += 1;
    this.#isBought = true;
    const requestId = this.#account.replace('request:', '');
    const priceMinor = Math.round((2_000_000 * this.#paid.length * percent) / 100);
    const bought = {
      requestId,
      paymentId,
      addedPaymentIds,
      reference: this.#reference,
      priceMinor,
      currency,
    };
    await record((manager) => recordPurchase(manager, bought));
  }

  async #giveBack(paymentId: string, { kind, share }: { kind: 'refund' | 'dispute'; share: number }) {
    const amountMinor = Math.ceil(((await this.#leftOf(paymentId)) * share) / 10_000);
    if (amountMinor === 0) return;
    const given = { paymentId, reference: crypto.randomUUID(), amountMinor };
    await record((manager) => (kind === 'refund' ? recordRefund : recordDisputeLost)(manager, given));
  }

  async #leftOf(paymentId: string): Promise<number> {
    const money = await record((manager) => lockCapturedMoney(manager, paymentId));
    return money.isReversed ? 0 : money.capturedMinor - money.returnedMinor;
  }
}

it(
  'a request holds what its payers gave and did not get back, and nothing once it has ended, in random histories',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (events) => {
        const paid = await PaidRequest.create();
        for (const event of events) {
          await paid.apply(event);
          const { minor, leftMinor, isExact } = await paid.balance();
          if (isExact) expect(minor, event.kind).toBe(leftMinor);
          else expect(minor, event.kind).toBeLessThanOrEqual(leftMinor);
        }
        await paid.end();
        expect((await paid.balance()).minor).toBe(0);
      }),
      { numRuns: historyCount },
    );
  },
  60_000 + historyCount * 1_000,
);
