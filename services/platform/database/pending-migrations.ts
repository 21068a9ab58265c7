import { readdir } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import { loadOnce } from '../async-calls.ts';
import { ConfigError } from '../config.ts';
import { ServerUnavailableError } from '../server-unavailable.ts';
import { migrationsFolder } from './data-source.ts';
import { sqlState } from './database-errors.ts';
import { readRepeatableMigrations, repeatableFolder } from './repeatable-migrations.ts';
import { row, rows, type SqlClient } from './sql.ts';

/** The first migration of every release. */
const baseline = 'Baseline1795708800000';

/** Returns the names of the versioned migrations that a database has, oldest first. */
export async function readAppliedMigrations(client: SqlClient): Promise<string[]> {
  const table = await row<{ exists: boolean }>(
    client,
    "SELECT to_regclass('migrations') IS NOT NULL AS exists",
  );
  if (!table?.exists) return [];
  const applied = await rows<{ name: string }>(client, 'SELECT name FROM migrations ORDER BY id');
  return applied.map(({ name }) => name);
}

/** Whether these migrations are those of a release; before it there were others, from which none leads on (decision 112). */
export const includesBaseline = (names: readonly string[]): boolean => names.includes(baseline);

/**
 * Rejects a database that an earlier version created.
 *
 * @param dataDir data folder of an embedded database.
 * @throws {ConfigError}
 */
export function rejectEarlierDatabase(names: readonly string[], dataDir?: string): void {
  if (names.length === 0 || includesBaseline(names)) return;
  const [subject, remedy] = dataDir
    ? [
        `The data folder ${dataDir}`,
        `To start afresh, remove this folder and everything in it (rm -r "${dataDir}").`,
      ]
    : ['DATABASE_URL: the database', 'Set DATABASE_URL to an empty one (createdb --encoding=UTF8 NAME).'];
  throw new ConfigError(
    `${subject} was created before the first release and cannot be migrated to this version; nothing in it was changed. ${remedy}`,
  );
}

// Read once: the readiness check needs them on each call. Versioned migrations are not imported, only their names read.
const ownMigrations = loadOnce(readOwnMigrations);

/**
 * Returns the names of the migrations that are not applied to the database yet, oldest first: the versioned ones, then
 * the paths of the repeatable ones. A `.sql` file that was applied and then replaced by a newer release is not pending,
 * so that processes of the old release can restart during a deployment. One statement.
 */
export async function findPendingMigrations(db: DataSource): Promise<string[]> {
  const expected = await ownMigrations();
  const applied = await readApplied(db);
  return expected.filter(({ key }) => !applied.has(key)).map(({ name }) => name);
}

async function readApplied(db: DataSource): Promise<Set<string>> {
  try {
    const applied = await rows<{ key: string }>(
      db,
      `SELECT timestamp::text AS key FROM migrations
       UNION ALL SELECT path || ' ' || hash FROM repeatable_migrations`,
    );
    return new Set(applied.map(({ key }) => key));
  } catch (error) {
    const code = sqlState(error);
    if (code !== '42501' && code !== '42P01') throw error;
    const role = await row<{ name: string; canUseSchema: boolean }>(
      db,
      `SELECT current_user AS name, has_schema_privilege('public', 'USAGE') AS "canUseSchema"`,
    );
    // Undefined table: the database is empty, or older than the table of the repeatable migrations. A table in a schema
    // without privileges is undefined as well.
    if (code === '42P01' && role?.canUseSchema) return new Set();
    throw new ServerUnavailableError(
      `DATABASE_URL: the role "${role?.name}" has no privileges on the tables, as after a restore. Run as their owner (MIGRATION_DATABASE_URL): npm run db:migrate`,
    );
  }
}

/** Returns the names to print, with their keys in the database: a timestamp, or a path and its hash. */
async function readOwnMigrations(): Promise<{ name: string; key: string }[]> {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.ts')).sort();
  const repeatable = await readRepeatableMigrations(repeatableFolder);
  return [
    ...files.map((name) => ({ name: name.replace(/\.ts$/, ''), key: name.split('-')[0] ?? name })),
    ...repeatable.map(({ path, hash }) => ({ name: path, key: `${path} ${hash}` })),
  ];
}

/**
 * @throws {ServerUnavailableError} when migrations are pending, naming the command that applies them.
 * @throws {ConfigError} for a database of an earlier version.
 */
export async function assertMigrated(db: DataSource): Promise<void> {
  const { length } = await findPendingMigrations(db);
  if (length === 0) return;
  rejectEarlierDatabase(await readAppliedMigrations(db));
  throw new ServerUnavailableError(
    `DATABASE_URL: the database is not migrated (${length} migrations pending). Run: npm run db:migrate`,
  );
}
