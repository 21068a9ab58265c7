import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyPair, encryptBackup } from '#services/admin/backup/archive.ts';
import { findDifferences } from '#services/admin/backup/table-sums.ts';
import { createDataSource, migrationsFolder } from '#services/platform/database/data-source.ts';
import { applyRepeatableMigrations } from '#services/platform/database/repeatable-migrations.ts';
import { seedSampleData } from '#services/seed/seed.ts';
import { checkCaptured, checkLedger } from '#tests/faults/rig/checks/check-money.ts';
import type { Snapshot } from '#tests/faults/rig/checks/snapshot.ts';
import { makeEarlier, readEarlier } from '#tests/support/database/earlier-database.ts';
import { type InstalledPostgres, startInstalledPostgres } from '#tests/support/servers/installed-postgres.ts';
import { needs, requirePostgres } from '#tests/support/vitest/requirements.ts';
import { findProgram } from '../../tools/backup/postgres-programs.ts';
import { checkBackup, restoreBackup } from '../../tools/backup/restore-backup.ts';
import { writeBackup } from '../../tools/backup/write-backup.ts';

const installed = requirePostgres();
const canary = `canary-${randomBytes(8).toString('hex')}`;

describe('a backup', needs(installed), () => {
  let postgres: InstalledPostgres;
  let folder: string;
  let file: string;
  let url: string;
  let identity: string;
  let recipients: string[];
  let books: Pick<Snapshot, 'ledger' | 'payments'>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'courselift-backup-'));
    file = join(folder, 'one.age');
    const pair = await createKeyPair();
    identity = pair.identity;
    recipients = [pair.recipient];
    postgres = await startInstalledPostgres(dirname(installed.path ?? ''));
    url = postgres.urlOf('product');
    await addCollation(postgres);
    await query(postgres.urlOf('postgres'), 'CREATE DATABASE product');
    await createSchema(url);
    await seedSampleData({
      isSandbox: true,
      databaseUrl: url,
      credentialKeys: { 1: randomBytes(32).toString('base64') },
    });
    await query(url, `UPDATE users SET full_name = '${canary}' WHERE email LIKE 'amara@%'`);
    books = await readBooks(url);
    await writeBackup({ url, file, recipients, binFolder: postgres.binFolder });
  });
  afterAll(async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const restore = (change: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
    restoreBackup({ url, file, identity, binFolder: postgres.binFolder, ...change });
  const names = async () =>
    (await query(url, `SELECT full_name FROM users WHERE full_name = '${canary}'`)).length;

  it('has nothing that can be read without the key, and leaves no other file', async () => {
    expect(await readdir(folder)).toEqual(['one.age']);
    const text = (await readFile(file)).toString('latin1');
    expect(text).toMatch(/^age-encryption\.org\/v1\n/);
    for (const word of [canary, 'CREATE TABLE', 'manifest', 'ledger_postings'])
      expect(text).not.toContain(word);
  });

  it('is as of one moment, whatever is written meanwhile', async () => {
    const other = join(folder, 'other.age');
    let written: Promise<unknown> | undefined;
    const onProgress = () => {
      written ??= query(url, `UPDATE users SET full_name = full_name || '.'`);
    };
    const manifest = await writeBackup({
      url,
      file: other,
      recipients,
      binFolder: postgres.binFolder,
      onProgress,
    });
    await written;
    expect(manifest.tables.users).toMatchObject({ rows: expect.any(Number) });
    await expect(checkBackup({ url, file: other, identity, binFolder: postgres.binFolder })).resolves.toEqual(
      manifest,
    );
    await rm(other);
  });

  it('is not restored over a database with tables, or while it is used, without consent', async () => {
    await expect(restore()).rejects.toThrow(
      'The database product is not empty. To delete everything in it, add --replace product.',
    );
    await expect(restore({ replaces: 'another' })).rejects.toThrow('Nothing was changed.');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await expect(restore({ replaces: 'product' })).rejects.toThrow(
      /^1 connections use the database product\./,
    );
    await client.end();
    expect((await query(url, 'SELECT 1 FROM users')).length).toBeGreaterThan(0);
  });

  it('is not restored with another key, truncated, or changed, and what was there stays', async () => {
    const damaged = join(folder, 'damaged.age');
    const { length } = await readFile(file);
    const replaces = 'product';
    await expect(restore({ replaces, ...(await createKeyPair()) })).rejects.toThrow(
      'This key does not decrypt the backup.',
    );
    for (const kept of [length - 1, length - 30, length >> 1, 200]) {
      await copyFile(file, damaged);
      await truncate(damaged, kept);
      await expect(restore({ replaces, file: damaged }), String(kept)).rejects.toThrow(
        /^The backup is damaged or truncated/,
      );
    }
    const bytes = await readFile(file);
    bytes[length - 100] = (bytes[length - 100] ?? 0) ^ 1;
    await writeFile(damaged, bytes);
    await expect(restore({ replaces, file: damaged })).rejects.toThrow(/^The backup is damaged or truncated/);
    await rm(damaged);
    expect((await query(url, 'SELECT 1 FROM users')).length).toBeGreaterThan(0);
    const scratch = await query(
      url,
      `SELECT datname FROM pg_database WHERE datname LIKE 'courselift_check%'`,
    );
    expect(scratch).toEqual([]);
  });

  it('of an earlier version is not restored, and what was there stays', async () => {
    const earlier = new URL(url);
    earlier.pathname = '/earlier';
    await query(url, 'CREATE DATABASE earlier');
    await makeEarlier(earlier.href);
    const old = join(folder, 'old.age');
    await writeBackup({ url: earlier.href, file: old, recipients, binFolder: postgres.binFolder });
    const sentence =
      'The backup was made before the first release and cannot be migrated to this version; nothing was changed. Restore it with the version that made it.';
    const before = await readEarlier(earlier.href);
    for (const change of [{ replaces: 'earlier' }, { url: postgres.urlOf('postgres') }])
      await expect(restore({ url: earlier.href, file: old, ...change })).rejects.toThrow(sentence);
    expect(await readEarlier(earlier.href)).toEqual(before);
    await expect(checkBackup({ url, file: old, identity, binFolder: postgres.binFolder })).rejects.toThrow(
      sentence,
    );
    expect(
      await query(postgres.urlOf('postgres'), `SELECT 1 FROM pg_tables WHERE schemaname = 'public'`),
    ).toEqual([]);
    // As versions before the first release wrote it, without the names of migrations.
    const manifest = {
      format: 'courselift-backup-1',
      createdAt: new Date().toISOString(),
      server: '18.0',
      tables: {},
    };
    const bytes = await encryptBackup(manifest as never, (async function* () {})(), recipients);
    await writeFile(old, bytes);
    await expect(restore({ url: earlier.href, file: old, replaces: 'earlier' })).rejects.toThrow(sentence);
    await rm(old);
  });

  it('brings everything back after the database was emptied, and the checks of ledger and money pass', async () => {
    await query(url, 'DROP SCHEMA public CASCADE');
    await query(url, 'CREATE SCHEMA public');
    await restore();
    expect(await names()).toBe(1);
    const after = await readBooks(url);
    const provider = books.ledger;
    expect(Object.keys(provider).length).toBeGreaterThan(0);
    expect(checkLedger({ ...after, provider } as Snapshot)).toEqual([]);
    const captured = books.payments.flatMap(({ reference, capturedMinor, capturedCurrency }) =>
      capturedMinor === null
        ? []
        : [{ reference, amountMinor: capturedMinor, currency: capturedCurrency ?? '' }],
    );
    expect(captured.length).toBeGreaterThan(0);
    expect(checkCaptured({ ...after, captured } as Snapshot)).toEqual([]);
    // Its rules are there again, too.
    await expect(query(url, 'DELETE FROM ledger_postings')).rejects.toThrow();
  });

  it('replaces a database with consent, and a difference from the backup is found', async () => {
    await query(url, `UPDATE users SET full_name = 'Somebody else' WHERE full_name = '${canary}'`);
    const manifest = await restore({ replaces: 'product' });
    expect(await names()).toBe(1);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    expect(await findDifferences(client, manifest.tables)).toEqual([]);
    await client.query(`UPDATE users SET full_name = 'Somebody else' WHERE full_name = '${canary}'`);
    expect(await findDifferences(client, manifest.tables)).toEqual([
      expect.stringMatching(/^users: \d+ rows/),
    ]);
    await client.end();
  });
});

it('names what to install where pg_dump is older than the server', async () => {
  await expect(findProgram('pg_dump', 99)).rejects.toThrow(/Install postgresql-client-99 .*BACKUP_PG_BIN/);
  await expect(findProgram('pg_dump', 18, '/nowhere')).rejects.toThrow(/^pg_dump is not installed/);
});

async function query(connectionString: string, sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}

/**
 * Adds what the schema needs of PostgreSQL 17 to an older server, for every database that it creates. It is in the catalogue there too,
 * because a restore names no other schema.
 */
async function addCollation(server: InstalledPostgres): Promise<void> {
  const [row] = await query(
    server.urlOf('postgres'),
    `SELECT current_setting('server_version_num')::int AS version`,
  );
  if ((row as { version: number }).version >= 170_000) return;
  await query(server.urlOf('postgres'), 'ALTER DATABASE template0 ALLOW_CONNECTIONS true');
  for (const template of ['template0', 'template1'])
    await query(
      server.urlOf(template),
      `SET allow_system_table_mods = on;
       CREATE COLLATION pg_catalog.pg_c_utf8 (provider = libc, locale = 'C.UTF-8')`,
    );
}

async function createSchema(databaseUrl: string): Promise<void> {
  const db = createDataSource({
    databaseUrl,
    applicationName: 'backup-test',
    migrations: migrationsFolder,
  });
  await db.initialize();
  await db.runMigrations();
  await applyRepeatableMigrations(db, { isForced: true });
  await db.destroy();
}

async function readBooks(databaseUrl: string): Promise<Pick<Snapshot, 'ledger' | 'payments'>> {
  const ledger = await query(
    databaseUrl,
    `SELECT currency, sum(amount_minor)::float8 AS minor FROM ledger_postings WHERE account = 'provider' GROUP BY 1`,
  );
  const payments = await query(
    databaseUrl,
    `SELECT id, reference, status, captured_minor::float8 AS "capturedMinor", captured_currency AS "capturedCurrency"
     FROM payments`,
  );
  const entries = (ledger as { currency: string; minor: number }[]).map(({ currency, minor }) => [
    currency,
    minor,
  ]);
  return { ledger: Object.fromEntries(entries), payments: payments as Snapshot['payments'] };
}
