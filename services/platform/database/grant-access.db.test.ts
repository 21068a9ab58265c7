import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { createDataSource } from './data-source.ts';
import { canChangeLedger } from './grant-access.ts';

let database: TestDatabase;
const member = `test_member_${randomBytes(4).toString('hex')}`;
beforeAll(async () => {
  database = await createTestDatabase();
  await asOwner(
    `CREATE ROLE ${member} LOGIN NOINHERIT PASSWORD '${member}'; GRANT ${new URL(database.url).username} TO ${member}`,
  );
});
afterAll(async () => {
  await asOwner(`DROP ROLE ${member}`);
  await database.drop();
});

async function connect<T>(
  databaseUrl: string,
  work: (db: ReturnType<typeof createDataSource>) => Promise<T>,
) {
  const db = createDataSource({ databaseUrl, applicationName: 'test-ledger', poolSize: 1 });
  await db.initialize();
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
const asOwner = (sql: string) => connect(database.url, (db) => db.query(sql));

it.each([
  ['the role of the processes', () => database.applicationUrl, false],
  ['the owner of the tables', () => database.url, true],
  [
    'a member of the owner that does not inherit its privileges',
    () => database.url.replace(/\/\/.*@/, `//${member}:${member}@`),
    true,
  ],
])('tries whether %s can change the ledger', async (_, url, expected) => {
  expect(await connect(url(), canChangeLedger)).toBe(expected);
});

it.each(['migrations', 'repeatable_migrations', 'bullmq.migration'])(
  'lets the role of the processes read %s, and not write it',
  (table) =>
    connect(database.applicationUrl, async (db) => {
      const [may] = await db.query(
        `SELECT has_table_privilege($1, 'SELECT') AS read, has_table_privilege($1, 'INSERT, UPDATE, DELETE, TRUNCATE') AS write`,
        [table],
      );
      expect(may).toEqual({ read: true, write: false });
    }),
);

it('undoes what it tries', () =>
  connect(database.url, async (db) => {
    await canChangeLedger(db);
    const disabled = await db.query(`SELECT tgname FROM pg_trigger WHERE tgenabled = 'D'`);
    expect(disabled).toEqual([]);
  }));
