import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { entities } from '#services/entities.ts';
import { createLogger } from '#services/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { checkDatabase, findServerProblem } from './check-database.ts';
import { connectDatabase } from './connect-database.ts';
import { createDataSource } from './data-source.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let latin: string;
const { adminUrl } = inject('postgres');
const { host } = new URL(adminUrl);

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

function urlWith(change: (url: URL) => void): string {
  const url = new URL(database.url);
  change(url);
  return url.href;
}

beforeAll(async () => {
  database = await createTestDatabase();
  latin = `latin_${process.pid}`;
  await asAdmin(
    `CREATE DATABASE ${latin} TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`,
  );
});
afterAll(async () => {
  await asAdmin(`DROP DATABASE ${latin} WITH (FORCE)`);
  await database.drop();
});

it('accepts a suitable database', () => expect(checkDatabase(database.url)).resolves.toBeUndefined());

it.each([
  [
    'a server that is down',
    (url: URL) => {
      url.host = '127.0.0.1:1';
    },
    'DATABASE_URL: PostgreSQL at 127.0.0.1:1 is unavailable (connection refused).',
  ],
  [
    'an unknown host',
    (url: URL) => {
      url.host = 'database.invalid:5432';
    },
    'DATABASE_URL: PostgreSQL at database.invalid:5432 is unavailable (host not found).',
  ],
  [
    'a wrong password',
    (url: URL) => {
      url.password = 'guess';
    },
    `DATABASE_URL: PostgreSQL at ${host} rejects the user or the password.`,
  ],
  [
    'a missing database',
    (url: URL) => {
      url.pathname = '/nothing';
    },
    `DATABASE_URL: PostgreSQL at ${host} has no database "nothing". Create it with: createdb --encoding=UTF8 nothing`,
  ],
])('names the variable for %s, in one line', async (_, change, line) => {
  await expect(checkDatabase(urlWith(change))).rejects.toMatchObject({ message: line });
});

it('rejects another encoding before the first migration', async () => {
  const url = urlWith((changed) => {
    changed.pathname = `/${latin}`;
  });
  await expect(migrate({ databaseUrl: url, redisUrl: undefined })).rejects.toThrow(
    /^Configuration: DATABASE_URL names a database with encoding LATIN1; UTF8 is required[^\n]*$/,
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT to_regclass('migrations') AS found");
  await client.end();
  expect(rows).toEqual([{ found: null }]);
});

it('rejects PostgreSQL before 17', () => {
  const version = '15.12 (Debian 15.12-0+deb12u2)';
  expect(findServerProblem({ versionNumber: 150_012, version, encoding: 'UTF8' })).toBe(
    'PostgreSQL 15.12; version 17 or newer is required.',
  );
  expect(findServerProblem({ versionNumber: 170_000, version: '17.0', encoding: 'UTF8' })).toBeUndefined();
});

it('does not connect a process to a database that was never migrated', async () => {
  const empty = urlWith((url) => {
    url.pathname = '/postgres';
  });
  const db = createDataSource({ entities, databaseUrl: empty, applicationName: 'unmigrated' });
  const log = createLogger({ logLevel: 'silent' }, 'test');
  const wait = { log, signal: new AbortController().signal, limitMs: 0 };
  await expect(connectDatabase(db, empty, wait)).rejects.toThrow(
    /^DATABASE_URL: the database is not migrated \(\d+ migrations pending\)\. Run: npm run db:migrate$/,
  );
  await db.destroy();
});
