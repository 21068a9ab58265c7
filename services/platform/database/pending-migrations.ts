import type { DataSource } from 'typeorm';
import { ServerUnavailableError } from '../server-unavailable.ts';
import { findPendingRepeatables } from './repeatable-migrations.ts';
import { row, rows } from './sql.ts';

/**
 * Returns the names of the migrations that are not applied to the database yet, oldest first; when there are none, the
 * paths of the repeatable ones.
 */
export async function findPendingMigrations(db: DataSource): Promise<string[]> {
  // Not `showMigrations()`: it creates the table, and does not release its connection when a query fails.
  const table = await row<{ exists: boolean }>(
    db,
    `SELECT to_regclass('migrations') IS NOT NULL AS "exists"`,
  );
  const migrations = table?.exists ? await rows<{ name: string }>(db, 'SELECT name FROM migrations') : [];
  const applied = new Set(migrations.map(({ name }) => name));
  const pending = db.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .filter((name) => !applied.has(name));
  // The newest versioned migrations may create the table that the second check reads.
  return pending.length > 0 ? pending : findPendingRepeatables(db);
}

/** @throws {ServerUnavailableError} when migrations are pending, naming the command that applies them. */
export async function assertMigrated(db: DataSource): Promise<void> {
  const { length } = await findPendingMigrations(db);
  if (length === 0) return;
  throw new ServerUnavailableError(
    `DATABASE_URL: the database is not migrated (${length} migrations pending). Run: npm run db:migrate`,
  );
}
