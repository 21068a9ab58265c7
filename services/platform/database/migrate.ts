import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { execute, row, rows } from '#services/platform/database/sql.ts';
import { migrateQueueSchema } from '../queue/connection.ts';
import { checkDatabase } from './check-database.ts';
import { createDataSource } from './data-source.ts';
import { grantAccess } from './grant-access.ts';
import { applyRepeatableMigrations } from './repeatable-migrations.ts';
import { type LockWait, migratingApplication, retryWhileLocked } from './retry-while-locked.ts';

/** Settings of {@link migrate}. */
export interface MigrateSettings extends LockWait {
  /** Connects the processes. */
  databaseUrl: string;
  /** Connects the role that owns the tables; by default the same. */
  ownerUrl?: string | undefined;
  redisUrl: string | undefined;
  /** Folder of the repeatable migrations; the product's own by default. */
  repeatableFolder?: string;
}

// Key of the advisory lock that serializes processes that migrate at the same time; an arbitrary number.
const migrationLock = 722_001;
const lockRetryMs = 200;

/**
 * Migrates a database, empty or in use, to the newest schema: versioned migrations, then the repeatable ones of changed
 * `.sql` files. Returns the names and paths of those that ran. Called by `npm start` and `tools/db-migrate.ts`.
 *
 * @throws {ConfigError} or {@link ServerUnavailableError} before anything is changed, naming `DATABASE_URL`.
 * @throws {MigrationLockError} when another session held a lock for too long.
 * @throws {RepeatableMigrationError} when a `.sql` file fails.
 */
export async function migrate(settings: MigrateSettings): Promise<string[]> {
  const ownerUrl = settings.ownerUrl ?? settings.databaseUrl;
  await checkDatabase(ownerUrl);
  const db = createDataSource({
    databaseUrl: ownerUrl,
    applicationName: migratingApplication,
    poolSize: 3,
    migrates: true,
  });
  await db.initialize();
  try {
    const lock = db.createQueryRunner();
    await takeLock(lock.manager);
    try {
      const before = await namesOfApplied(db);
      return await retryWhileLocked(db, settings, () => migrateAll(db, settings, before));
    } finally {
      await execute(lock.manager, 'SELECT pg_advisory_unlock($1)', [migrationLock]);
      await lock.release();
    }
  } finally {
    await db.destroy();
  }
}

async function migrateAll(
  db: DataSource,
  { databaseUrl, ownerUrl = databaseUrl, redisUrl, repeatableFolder }: MigrateSettings,
  before: ReadonlySet<string>,
): Promise<string[]> {
  await db.runMigrations();
  const ran = [...(await namesOfApplied(db))].filter((name) => !before.has(name));
  const repeated = await applyRepeatableMigrations(db, {
    isForced: ran.length > 0,
    ...(repeatableFolder && { folder: repeatableFolder }),
  });
  await migrateQueueSchema({ redisUrl, databaseUrl: ownerUrl });
  // In one transaction, so that a running process never has more rights than it should.
  await db.transaction((manager) => grantAccess(manager, databaseUrl));
  return [...ran, ...repeated];
}

/** Names of the versioned migrations of the database, oldest first. */
async function namesOfApplied(db: DataSource): Promise<Set<string>> {
  const table = await row<{ exists: boolean }>(db, "SELECT to_regclass('migrations') IS NOT NULL AS exists");
  if (!table?.exists) return new Set();
  const applied = await rows<{ name: string }>(db, 'SELECT name FROM migrations ORDER BY id');
  return new Set(applied.map(({ name }) => name));
}

// Asks again and again: a session that waits within a statement has a snapshot, and CREATE INDEX CONCURRENTLY of the one that
// migrates would wait for that for ever.
async function takeLock(manager: EntityManager): Promise<void> {
  for (;;) {
    const found = await row<{ isMine: boolean }>(manager, 'SELECT pg_try_advisory_lock($1) AS "isMine"', [
      migrationLock,
    ]);
    if (found?.isMine) return;
    await sleep(lockRetryMs);
  }
}

/** Returns the line that `tools/db-migrate.ts` prints. */
export function describeMigrations(ran: readonly string[]): string {
  return ran.length > 0 ? `Migrated: ${ran.join(', ')}\n` : 'The database is up to date.\n';
}
