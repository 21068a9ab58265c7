import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { laterMigration, writeLaterMigration } from '#tests/support/database/later-migration.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let owner: pg.Client;
let backup: pg.Client;
let migrationsFolder: string;

async function connect(applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, application_name: applicationName });
  await client.connect();
  return client;
}

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await connect('test-owner');
  migrationsFolder = await writeLaterMigration();
});
afterAll(async () => {
  await owner?.end();
  await database?.drop();
  await rm(migrationsFolder, { recursive: true });
});

// A backup reads in one transaction, and an index that is built concurrently waits for its snapshot.
beforeEach(async () => {
  await owner.query('DROP INDEX IF EXISTS users_created');
  await owner.query('DELETE FROM migrations WHERE name = $1', [laterMigration]);
  backup = await connect('pg_dump');
  await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await backup.query('SELECT count(*) FROM users');
});
afterEach(() => backup.end());

const settings = () => ({ databaseUrl: database.url, redisUrl: undefined, migrationsFolder });
const indexesOf = async (name: string) =>
  (await owner.query('SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)', [name])).rows;

it('a migration that gets no lock ends with a sentence that names the session, and leaves the table free', async () => {
  const { pid } = (await backup.query('SELECT pg_backend_pid() AS pid')).rows[0];
  await expect(migrate(settings())).rejects.toThrow(
    new RegExp(
      String.raw`^A migration needs a lock that pg_dump \(process ${pid}, role \w+, transaction since 20\S+Z\) holds\. Run npm run db:migrate again when that has ended\.$`,
    ),
  );
  expect(await indexesOf('users_created')).toEqual([{ indisvalid: false }]);
  await backup.query('INSERT INTO users SELECT * FROM users WHERE false');
});

it('a migration tries again until it gets its lock, without the index of the attempt that failed', async () => {
  const sentences: string[] = [];
  let released: Promise<unknown> | undefined;
  const ran = await migrate({
    ...settings(),
    lockWaitS: 60,
    onLocked(sentence) {
      sentences.push(sentence);
      released = backup.query('COMMIT');
    },
  });
  await released;
  expect(sentences).toEqual([
    expect.stringMatching(/^A migration needs a lock that pg_dump .* It tries again for \d+ s\.$/),
  ]);
  expect(ran.filter((name) => name === laterMigration)).toHaveLength(1);
  expect(await indexesOf('users_created')).toEqual([{ indisvalid: true }]);
});

it('a migration drops the invalid index that a killed one left', async () => {
  await backup.query('COMMIT');
  await owner.query('CREATE INDEX users_left_over ON users (created_at)');
  await owner.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'users_left_over'::regclass`);
  await migrate(settings());
  expect(await indexesOf('users_left_over')).toEqual([]);
});
