import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entities } from '#services/entities.ts';
import { laterMigration, writeLaterMigration } from '#tests/support/database/later-migration.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { seedSampleData } from '../../seed/seed.ts';
import { createDataSource, migrationsFolder } from './data-source.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function inDatabase(work: (db: DataSource) => Promise<void>): Promise<void> {
  const db = createDataSource({
    entities,
    databaseUrl: database.url,
    applicationName: 'drift',
    migrations: migrationsFolder,
  });
  await db.initialize();
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

async function expectNoDrift(db: DataSource): Promise<void> {
  const { upQueries } = await db.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
}

it('entities and migrations describe the same schema', () => inDatabase(expectNoDrift));

it('every foreign key has an index: deleting a row looks for those that refer to it', () =>
  inDatabase(async (db) => {
    const without = await db.query(
      `SELECT c.conrelid::regclass::text || '.' || a.attname AS key
       FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
         SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indisvalid AND i.indkey[0] = c.conkey[1]
           AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
       ORDER BY 1`,
    );
    expect(without).toEqual([]);
  }));

it('every currency is checked, but for copies and for reports that are stored as they came', () =>
  inDatabase(async (db) => {
    const unchecked = await db.query(
      `SELECT c.oid::regclass::text || '.' || a.attname AS name
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
       WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND a.attname LIKE '%currency'
         AND NOT EXISTS (SELECT FROM pg_constraint k
           WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.convalidated AND a.attnum = ANY (k.conkey))
       ORDER BY 1`,
    );
    expect(unchecked.map(({ name }: { name: string }) => name)).toEqual([
      'open_requests.currency',
      'payments.captured_currency',
      'provider_incidents.currency',
      'purchases.charged_currency',
      'purchases.last_charged_currency',
    ]);
  }));

it('migrations can be reverted one by one, until no table is left, and applied again', async () => {
  const credentialKeys = { 1: randomBytes(32).toString('base64') };
  await seedSampleData({ isSandbox: true, databaseUrl: database.url, credentialKeys });
  await inDatabase(async (db) => {
    const applied = async () => Number((await db.query('SELECT count(*) AS n FROM migrations'))[0].n);
    const all = await applied();
    while ((await applied()) > 0) await db.undoLastMigration({ transaction: 'each' });
    expect(
      await db.query(`SELECT relname FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'S', 'c') AND relname NOT LIKE 'migrations%'`),
    ).toEqual([]);
    expect(await db.runMigrations({ transaction: 'each' })).toHaveLength(all);
    await expectNoDrift(db);
  });
});

it('processes that migrate at once wait for each other, also while an index is built concurrently', () =>
  inDatabase(async (db) => {
    const folder = await writeLaterMigration();
    try {
      await db.query('DROP INDEX users_created');
      const settings = { databaseUrl: database.url, redisUrl: undefined, migrationsFolder: folder };
      const ran = await Promise.all([1, 2, 3].map(() => migrate(settings)));
      expect(ran.flat().filter((name) => name === laterMigration)).toHaveLength(1);
      await expectNoDrift(db);
    } finally {
      await rm(folder, { recursive: true });
    }
  }));
