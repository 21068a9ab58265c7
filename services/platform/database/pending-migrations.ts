import type { DataSource } from 'typeorm';
import { ServerUnavailableError } from '../server-unavailable.ts';

/** Returns the names of the migrations that are not applied to the database yet, oldest first. */
export async function findPendingMigrations(db: DataSource): Promise<string[]> {
  // Not `showMigrations()`: it creates the table, and does not release its connection when a query fails.
  const [{ exists }] = await db.query(`SELECT to_regclass('migrations') IS NOT NULL AS "exists"`);
  const rows: { name: string }[] = exists ? await db.query('SELECT name FROM migrations') : [];
  const applied = new Set(rows.map(({ name }) => name));
  return db.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .filter((name) => !applied.has(name));
}

/** @throws {ServerUnavailableError} when migrations are pending, naming the command that applies them. */
export async function assertMigrated(db: DataSource): Promise<void> {
  const { length } = await findPendingMigrations(db);
  if (length === 0) return;
  throw new ServerUnavailableError(
    `DATABASE_URL: the database is not migrated (${length} migrations pending). Run: npm run db:migrate`,
  );
}
