import fc from 'fast-check';
import type { DataSource, EntityManager } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '#services/entities.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { insertPayments, type LedgerPayment } from '#tests/money/ledger-fixture.ts';
import { histories, ModelLedger } from '#tests/money/ledger-histories.ts';
import { recordAllotment } from '#tests/money/record-allotment.ts';
import { storeStep } from '#tests/money/store-step.ts';
import { historyCount } from '#tests/support/database/history-count.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { type HoldingAccount, requestAccount } from './postings.ts';
import {
  recordCapture,
  recordDisputeLost,
  recordProviderFee,
  recordRefund,
  recordReversal,
  recordTransaction,
} from './record-transaction.ts';

const currency = 'NGN';
const price = { capturedMinor: 2_001_800, feeMinor: 1_800, currency };

let database: TestDatabase;
let db: DataSource;
let owner: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  const connect = (databaseUrl: string) =>
    createDataSource({ entities, databaseUrl, applicationName: 'ledger', poolSize: 10 }).initialize();
  db = await connect(database.applicationUrl);
  owner = await connect(database.url);
});
afterAll(async () => {
  await db?.destroy();
  await owner?.destroy();
  await database?.drop();
});

const record = <T>(work: (manager: EntityManager) => Promise<T>) => db.transaction(work);

async function captured(): Promise<LedgerPayment & { account: HoldingAccount }> {
  const [payment] = (await insertPayments(db, 1)) as [LedgerPayment];
  const account = requestAccount(payment.requestId);
  await record((manager) => recordCapture(manager, { ...price, paymentId: payment.paymentId, account }));
  return { ...payment, account };
}

async function balancesOf(account: string): Promise<number | undefined> {
  const [row] = await db.query(
    'SELECT balance_minor::float8 AS minor FROM ledger_balances WHERE account = $1',
    [account],
  );
  return row?.minor;
}

it(
  'stores random histories as the model does, with the provider equal to its own books',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (events) => {
        const [first, surplus] = (await insertPayments(db, 2)) as [LedgerPayment, LedgerPayment];
        const [second, gift] = (await insertPayments(db, 2)) as [LedgerPayment, LedgerPayment];
        const poolId = crypto.randomUUID();
        const allottedId = crypto.randomUUID();
        const accounts = [first, surplus, second].map(({ requestId }) => requestAccount(requestId));
        accounts.push(`pool:${poolId}`);
        const payments = [first, surplus, second, gift];
        const ledger = new ModelLedger(accounts, requestAccount(allottedId));
        const run = crypto.randomUUID();
        for (const event of events) {
          const step = ledger.apply(event);
          if (!step) continue;
          const payment = payments[step.payment] as LedgerPayment;
          const account = accounts[step.payment] as HoldingAccount;
          const store = () =>
            record((manager) => storeStep(manager, step, { payment, account, poolId, allottedId, run }));
          expect(await store()).toBe(true);
          if (step.reference % 3 === 0) expect(await store(), 'a second time').toBe(false);
        }
        const ids = payments.map(({ paymentId }) => paymentId);
        const stored: { account: HoldingAccount; minor: number }[] = await db.query(
          `SELECT account, sum(amount_minor)::float8 AS minor FROM ledger_transactions t
         JOIN ledger_postings p ON p.transaction_id = t.id WHERE t.payment_id = ANY ($1) OR t.reference LIKE $2
         GROUP BY 1`,
          [ids, `${run}%`],
        );
        for (const { account, minor } of stored) expect(minor, account).toBe(ledger.balanceOf(account));
        expect(stored.find(({ account }) => account === ('provider' as string))?.minor ?? 0).toBe(
          ledger.providerMinor,
        );
      }),
      { numRuns: historyCount },
    );
  },
  240_000 + historyCount * 1_000,
);

describe('the database', () => {
  const event = () => ({ kind: 'refund', reference: crypto.randomUUID(), paymentId: null }) as const;

  it.each([
    ['does not add up to 0', [100, -99], /does not add up to 0/],
    ['has one posting', [100], /fewer than two postings/],
    ['has none', [], /fewer than two postings/],
  ])('rejects a transaction that %s', async (_, amounts, message) => {
    const postings = amounts.map((amountMinor) => ({ account: 'provider' as const, amountMinor }));
    await expect(
      record((manager) => recordTransaction(manager, event(), currency, postings)),
    ).rejects.toThrow(message);
  });

  it('rejects a transaction that adds up only across currencies', async () => {
    const add = record(async (manager) => {
      const [{ id }] = await manager.query(
        `INSERT INTO ledger_transactions (kind, reference) VALUES ('refund', $1) RETURNING id`,
        [crypto.randomUUID()],
      );
      await manager.query(
        `INSERT INTO ledger_postings (transaction_id, line, account, amount_minor, currency)
         VALUES ($1, 0, 'provider', 5, 'NGN'), ($1, 1, 'purchases', -5, 'USD')`,
        [id],
      );
    });
    await expect(add).rejects.toThrow(/does not add up to 0/);
  });

  it('rejects a posting that is added to an earlier transaction', async () => {
    const { paymentId } = await captured();
    const add = db.query(
      `INSERT INTO ledger_postings (transaction_id, line, account, amount_minor, currency)
       SELECT id, 9, 'provider', 1, 'NGN' FROM ledger_transactions WHERE payment_id = $1`,
      [paymentId],
    );
    await expect(add).rejects.toThrow(/does not add up to 0/);
  });

  // ASVS 13.2.2
  it.each(['ledger_transactions', 'ledger_postings', 'audit_entries', 'case_acts'])(
    'has no right to change or delete in %s',
    async (table) => {
      const right = { message: expect.stringMatching(/permission denied/) };
      for (const sql of [
        `UPDATE ${table} SET created_at = now()`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table} CASCADE`,
      ])
        await expect(
          db.query(sql.replace(/(postings) SET created_at = now\(\)/, '$1 SET line = 0')),
          sql,
        ).rejects.toMatchObject(right);
    },
  );

  // ASVS 13.2.2
  it('belongs to a role that owns no table and is neither superuser nor allowed to create roles and databases', async () => {
    const [role] = await db.query(
      `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls OR rolreplication AS "isMighty",
         (SELECT count(*)::int FROM pg_tables WHERE tableowner = current_user) AS "ownTables",
         has_schema_privilege('public', 'CREATE') AS "canCreate"
       FROM pg_roles WHERE rolname = current_user`,
    );
    expect(role).toEqual({ isMighty: false, ownTables: 0, canCreate: false });
  });

  it.each(['ledger_transactions', 'ledger_postings'])(
    'rejects a change of %s by its owner',
    async (table) => {
      await captured();
      const before = await db.query(`SELECT * FROM ${table} ORDER BY 1, 2`);
      const change = table === 'ledger_postings' ? 'line = 0' : `kind = 'refund'`;
      for (const sql of [
        `UPDATE ${table} SET ${change}`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table} CASCADE`,
      ])
        await expect(owner.query(sql), sql).rejects.toThrow(/append-only/);
      expect(await db.query(`SELECT * FROM ${table} ORDER BY 1, 2`)).toEqual(before);
    },
  );

  // ASVS 2.3.4
  it('does not let two concurrent transactions spend the same money', async () => {
    const { account } = await captured();
    const spend = (amountMinor: number) =>
      record((manager) =>
        recordTransaction(manager, event(), currency, [
          { account, amountMinor },
          { account: 'purchases', amountMinor: -amountMinor },
        ]),
      );
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => spend(600_000)));
    const problems = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(problems).toHaveLength(5);
    for (const { reason } of problems) expect(String(reason)).toMatch(/would be negative/);
    expect(await balancesOf(account)).toBe(-200_000);
  });
});

it('a transaction waits for an uncommitted one that spends the same money', async () => {
  const { account } = await captured();
  const spend = (manager: EntityManager) =>
    recordTransaction(
      manager,
      { kind: 'refund', reference: crypto.randomUUID(), paymentId: null },
      currency,
      [
        { account, amountMinor: 1_500_000 },
        { account: 'purchases', amountMinor: -1_500_000 },
      ],
    );
  let other: Promise<unknown> | undefined;
  await record(async (manager) => {
    await spend(manager);
    // Checks the holding now instead of at the commit.
    await manager.query('SET CONSTRAINTS ALL IMMEDIATE');
    other = record(spend).catch((error: unknown) => error);
    await waitForLockWaits({ db }, 1);
  });
  expect(String(await other)).toMatch(/would be negative/);
  expect(await balancesOf(account)).toBe(-500_000);
});

describe('a return', () => {
  it('is recorded once when it is reported many times at once', async () => {
    const { paymentId, account } = await captured();
    const reference = crypto.randomUUID();
    const again = () =>
      record((manager) => recordRefund(manager, { paymentId, reference, amountMinor: 1_000_900 }));
    const results = await Promise.all(Array.from({ length: 8 }, again));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await balancesOf(account)).toBe(-1_000_000);
  });

  it('of more than is left is taken from the completion fund', async () => {
    const { paymentId } = await captured();
    await record((manager) =>
      recordRefund(manager, { paymentId, reference: `${paymentId}:1`, amountMinor: 2_000_000 }),
    );
    const second = { paymentId, reference: `${paymentId}:2`, amountMinor: 1_801 };
    await record((manager) => recordRefund(manager, second));
    const balances = await db.query(
      `SELECT account, sum(amount_minor)::int AS minor FROM ledger_transactions t
       JOIN ledger_postings p ON p.transaction_id = t.id WHERE t.payment_id = $1
       GROUP BY 1 HAVING sum(amount_minor) <> 0 ORDER BY 1`,
      [paymentId],
    );
    expect(balances).toEqual([
      { account: 'completion_fund', minor: 1 },
      { account: 'provider', minor: -1 },
    ]);
  });

  it('is part of a reversal that was recorded before', async () => {
    const { paymentId, account } = await captured();
    expect(await record((manager) => recordReversal(manager, paymentId))).toBe(true);
    const refund = { paymentId, reference: crypto.randomUUID(), amountMinor: 2_001_800 };
    expect(await record((manager) => recordRefund(manager, refund))).toBe(false);
    expect(await balancesOf(account)).toBe(0);
  });

  it('of what is left subtracts refunds and lost disputes, and nothing is left after it', async () => {
    const { paymentId, account } = await captured();
    const half = { paymentId, amountMinor: 1_000_900 };
    await record((manager) => recordDisputeLost(manager, { ...half, reference: crypto.randomUUID() }));
    expect(await record((manager) => recordReversal(manager, paymentId))).toBe(true);
    const [{ minor }] = await db.query(
      'SELECT returned_minor::int AS minor FROM ledger_payments WHERE payment_id = $1',
      [paymentId],
    );
    expect([minor, await balancesOf(account)]).toEqual([2_001_800, 0]);
  });

  it('of money that a pool has allotted is taken from the completion fund', async () => {
    const [{ paymentId, requestId }] = (await insertPayments(db, 1)) as [LedgerPayment];
    const poolId = crypto.randomUUID();
    const account = `pool:${poolId}` as const;
    await record((manager) => recordCapture(manager, { ...price, paymentId, account }));
    const allotment = { id: crypto.randomUUID(), poolId, requestId, amountMinor: 1_500_000, currency };
    await record((manager) => recordAllotment(manager, allotment));
    await record((manager) => recordReversal(manager, paymentId));
    expect(await balancesOf(account)).toBe(0);
    expect(await balancesOf(requestAccount(requestId))).toBe(-1_500_000);
  });

  it('waits for another one of the same payment', async () => {
    const { paymentId } = await captured();
    const half = { paymentId, reference: crypto.randomUUID(), amountMinor: 1_000_900 };
    let reversal: Promise<boolean> | undefined;
    await record(async (manager) => {
      await recordRefund(manager, half);
      reversal = record((other) => recordReversal(other, paymentId));
      await waitForLockWaits({ db }, 1);
    });
    expect(await reversal).toBe(true);
    const [{ minor }] = await db.query(
      'SELECT returned_minor::int AS minor FROM ledger_payments WHERE payment_id = $1',
      [paymentId],
    );
    expect(minor).toBe(2_001_800);
  });

  it('of a payment with nothing left posts nothing', async () => {
    const { paymentId } = await captured();
    const whole = { paymentId, reference: crypto.randomUUID(), amountMinor: 2_001_800 };
    await record((manager) => recordRefund(manager, whole));
    expect(await record((manager) => recordReversal(manager, paymentId))).toBe(false);
  });

  it('of a payment without a capture is rejected', async () => {
    const [{ paymentId }] = (await insertPayments(db, 1)) as [LedgerPayment];
    await expect(record((manager) => recordReversal(manager, paymentId))).rejects.toThrow(/no capture/);
  });
});

it('posts no fee that the provider does not say', async () => {
  const { paymentId } = await captured();
  for (const feesMinor of [null, 0])
    expect(await record((manager) => recordProviderFee(manager, { paymentId, feesMinor, currency }))).toBe(
      false,
    );
});
