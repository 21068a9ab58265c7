import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { laterMigration, writeLaterMigration } from '#tests/support/database/later-migration.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { createDataSource } from './data-source.ts';
import { describeMigrations, migrate } from './migrate.ts';
import { assertMigrated, findPendingMigrations } from './pending-migrations.ts';
import { readRepeatableMigrations, repeatableFolder } from './repeatable-migrations.ts';
import { execute, row, rows } from './sql.ts';

let database: TestDatabase;
let db: DataSource;
let folder: string;

const run = (change: { migrationsFolder?: string } = {}) =>
  migrate({ databaseUrl: database.url, redisUrl: undefined, repeatableFolder: folder, ...change });
const write = (name: string, text: string) => writeFile(join(folder, name), text);
const greeting = (text: string) =>
  `CREATE OR REPLACE FUNCTION greeting() RETURNS text LANGUAGE sql AS $$ SELECT '${text}' $$;`;
const greet = async () => (await row<{ text: string }>(db, 'SELECT greeting() AS text'))?.text;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDataSource({ databaseUrl: database.url, applicationName: 'repeatable' });
  await db.initialize();
});
beforeEach(async () => {
  if (folder) await rm(folder, { recursive: true });
  folder = await mkdtemp(join(tmpdir(), 'courselift-repeatable-'));
  await write('1-greeting.sql', greeting('hello'));
  await write(
    '2-twice.sql',
    `CREATE OR REPLACE FUNCTION twice() RETURNS text LANGUAGE sql AS $$ SELECT greeting() || greeting() $$;`,
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await db?.destroy();
  await database?.drop();
});

/** Names of all functions (with arguments), triggers and views that belong to no extension. */
const definitions = `SELECT p.oid::regprocedure::text AS name FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  UNION ALL SELECT tgname FROM pg_trigger
  WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  UNION ALL SELECT viewname FROM pg_views WHERE schemaname = 'public'`;

it('defines all functions, triggers and views of a migrated database, once each', async () => {
  const defined = (await readRepeatableMigrations(repeatableFolder))
    .flatMap(({ text }) => [
      ...text.matchAll(/^CREATE (?:OR REPLACE (?:FUNCTION|TRIGGER|VIEW)|CONSTRAINT TRIGGER) (\w+)/gm),
    ])
    .map(([, name]) => name);
  const existing = (await rows<{ name: string }>(db, definitions)).map(({ name }) =>
    name.replace(/\(.*/, ''),
  );
  expect(existing.length).toBeGreaterThan(20);
  expect(defined.sort()).toEqual(existing.sort());
});

it('applies the files in the order of their names, and afterwards only a changed one', async () => {
  expect(await run()).toEqual(['services/1-greeting.sql', 'services/2-twice.sql']);
  expect(await run()).toEqual([]);
  await write('1-greeting.sql', greeting('good morning'));
  expect(await run()).toEqual(['services/1-greeting.sql']);
  expect(await greet()).toBe('good morning');
  // An earlier text is applied again, as after the rollback of a release.
  await write('1-greeting.sql', greeting('hello'));
  expect(await run()).toEqual(['services/1-greeting.sql']);
  expect(await greet()).toBe('hello');
});

it('applies all files after a versioned migration, which may have changed functions', async () => {
  await run();
  const migrationsFolder = await writeLaterMigration();
  expect(await run({ migrationsFolder })).toEqual([
    laterMigration,
    'services/1-greeting.sql',
    'services/2-twice.sql',
  ]);
  await rm(migrationsFolder, { recursive: true });
});

it('replaces a function whose signature changes', async () => {
  await run();
  await write(
    '1-greeting.sql',
    `DROP FUNCTION IF EXISTS greeting();
     CREATE OR REPLACE FUNCTION greeting(name text DEFAULT 'you') RETURNS text LANGUAGE sql AS $$ SELECT 'hello ' || name $$;`,
  );
  await run();
  expect(await greet()).toBe('hello you');
  await execute(db, 'DROP FUNCTION greeting(text)');
});

it('applies each file once when two processes migrate at the same time', async () => {
  await write(
    '1-greeting.sql',
    `${greeting('once')}\nCREATE TABLE IF NOT EXISTS applications (n int); INSERT INTO applications VALUES (1);`,
  );
  const ran = await Promise.all([run(), run()]);
  expect(ran.flat().filter((path) => path.includes('greeting'))).toHaveLength(1);
  expect(await rows(db, 'SELECT n FROM applications')).toEqual([{ n: 1 }]);
});

it('applies nothing when one file fails, and names the file and the line', async () => {
  await run();
  await write('1-greeting.sql', greeting('half applied'));
  await write('2-twice.sql', '-- A comment.\nCREATE OR REPLACE FUNCTIO twice();');
  await expect(run()).rejects.toThrow(/^services\/2-twice\.sql, line 2: syntax error at or near "FUNCTIO"$/);
  expect(await greet()).not.toBe('half applied');
  await write('2-twice.sql', 'SELECT nothing();');
  await expect(run()).rejects.toThrow(
    /^services\/2-twice\.sql, line 1: function nothing\(\) does not exist$/,
  );
});

it('is pending for a process until its own text was applied once', async () => {
  await migrate({ databaseUrl: database.url, redisUrl: undefined });
  await assertMigrated(db);
  // A newer release has changed a file; processes of this one can still start.
  await cp(repeatableFolder, folder, {
    recursive: true,
    filter: (path) => !/\.[^./]+$/.test(path) || path.endsWith('.sql'),
  });
  await write('requests/listing/1-request-text.sql', '-- Changed.');
  expect(await run()).toContain('services/requests/listing/1-request-text.sql');
  await assertMigrated(db);
  await execute(db, `DELETE FROM repeatable_migrations WHERE path LIKE '%-request-text.sql'`);
  expect(await findPendingMigrations(db)).toEqual(['services/requests/listing/1-request-text.sql']);
  await expect(assertMigrated(db)).rejects.toThrow('Run: npm run db:migrate');
});

it('is listed by the command', () => {
  expect(describeMigrations(['A1', 'services/a/1-b.sql'])).toBe('Migrated: A1, services/a/1-b.sql\n');
});
