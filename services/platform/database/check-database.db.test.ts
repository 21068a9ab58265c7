import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { hourMs } from '#contracts/durations.ts';
import { entities } from '#services/entities.ts';
import { createLogger } from '#services/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
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
  const facts = { encoding: 'UTF8', isReadOnly: false, unsafeSettings: [], clockAheadMs: 0 };
  expect(findServerProblem({ ...facts, versionNumber: 150_012, version })).toBe(
    'PostgreSQL 15.12; version 17 or newer is required.',
  );
  expect(findServerProblem({ ...facts, versionNumber: 170_000, version: '17.0' })).toBeUndefined();
});

// The server of the tests does not write durably.
it('rejects a server that can lose payments in a crash, unless it is for a sandbox', async () => {
  await expect(checkDatabase(database.url, { mustBeDurable: true })).rejects.toThrow(
    /^Configuration: DATABASE_URL names a server with fsync = off and full_page_writes = off and synchronous_commit = off, which[^\n]*$/,
  );
  await expect(checkDatabase(database.url)).resolves.toBeUndefined();
});

it.each([
  [hourMs, /whose clock is (3599|3600|3601) s behind the clock of this machine/],
  [-60_000, /whose clock is (59|60|61) s ahead of the clock of this machine/],
])('rejects a server whose clock differs from ours by %i ms', async (aheadMs, line) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs, shouldAdvanceTime: true });
  try {
    await expect(checkDatabase(database.url)).rejects.toThrow(line);
  } finally {
    vi.useRealTimers();
  }
});

it('waits for a server that accepts no writes, such as a standby', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await asAdmin(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await expect(checkDatabase(database.url)).rejects.toMatchObject({
    name: 'ServerUnavailableError',
    message: `DATABASE_URL: PostgreSQL at ${host} accepts no writes: it is a standby, or read-only.`,
  });
  await asAdmin(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
});

it('does not connect a process to a database that was never migrated', async () => {
  const empty = urlWith((url) => {
    url.pathname = '/postgres';
  });
  const db = createDataSource({ entities, databaseUrl: empty, applicationName: 'unmigrated' });
  const log = createLogger({ logLevel: 'silent' }, 'test');
  const wait = { log, signal: new AbortController().signal, limitMs: 0 };
  await expect(
    connectDatabase(db, { databaseUrl: empty, poolerUrl: undefined, isSandbox: true }, wait),
  ).rejects.toThrow(
    /^DATABASE_URL: the database is not migrated \(\d+ migrations pending\)\. Run: npm run db:migrate$/,
  );
  await db.destroy();
});
