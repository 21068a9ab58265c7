import { readdir } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import { loadOnce } from '../load-once.ts';
import { ServerUnavailableError } from '../server-unavailable.ts';
import { migrationsFolder } from './data-source.ts';
import { readRepeatableMigrations, repeatableFolder } from './repeatable-migrations.ts';
import { row, rows } from './sql.ts';

interface Expected {
  /** What is printed: file name of a versioned migration, path of a repeatable one. */
  name: string;
  /** What the database stores of it: its timestamp, or its path and hash. */
  key: string;
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
    const found = await rows<{ key: string }>(
      db,
      `SELECT timestamp::text AS key FROM migrations
       UNION ALL SELECT path || ' ' || hash FROM repeatable_migrations`,
    );
    return new Set(found.map(({ key }) => key));
  } catch (error) {
    const { code } = (error as { driverError?: { code?: string } }).driverError ?? {};
    // A table in a schema without privileges is undefined as well.
    if (code === '42501' || (code === '42P01' && !(await canUseSchema(db))))
      throw await missingPrivileges(db);
    // Undefined table: the database is empty, or older than the table of the repeatable migrations.
    if (code === '42P01') return new Set();
    throw error;
  }
}

async function canUseSchema(db: DataSource): Promise<boolean> {
  const found = await row<{ can: boolean }>(db, "SELECT has_schema_privilege('public', 'USAGE') AS can");
  return found?.can ?? false;
}

async function missingPrivileges(db: DataSource): Promise<ServerUnavailableError> {
  const found = await row<{ role: string }>(db, 'SELECT current_user AS role');
  return new ServerUnavailableError(
    `DATABASE_URL: the role "${found?.role}" has no privileges on the tables, as after a restore. Run as their owner (MIGRATION_DATABASE_URL): npm run db:migrate`,
  );
}

async function readOwnMigrations(): Promise<Expected[]> {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.ts')).sort();
  const repeatable = await readRepeatableMigrations(repeatableFolder);
  return [
    ...files.map((name) => ({ name: name.replace(/\.ts$/, ''), key: name.split('-')[0] ?? name })),
    ...repeatable.map(({ path, hash }) => ({ name: path, key: `${path} ${hash}` })),
  ];
}

/** @throws {ServerUnavailableError} when migrations are pending, naming the command that applies them. */
export async function assertMigrated(db: DataSource): Promise<void> {
  const { length } = await findPendingMigrations(db);
  if (length === 0) return;
  throw new ServerUnavailableError(
    `DATABASE_URL: the database is not migrated (${length} migrations pending). Run: npm run db:migrate`,
  );
}
