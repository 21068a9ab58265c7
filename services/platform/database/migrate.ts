import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { migrateQueueSchema } from '../queue/connection.ts';
import { checkDatabase } from './check-database.ts';
import { migrationsFolder, withDataSource } from './data-source.ts';
import { grantAccess } from './grant-access.ts';
import { readAppliedMigrations, rejectEarlierDatabase } from './pending-migrations.ts';
import { applyRepeatableMigrations } from './repeatable-migrations.ts';
import { type LockWait, migratingApplication, retryWhileLocked } from './retry-while-locked.ts';
import { execute, row } from './sql.ts';

export interface MigrateSettings extends LockWait {
  /** Connects the processes. */
  databaseUrl: string;
  /** Connects the role that owns the tables; by default the same. */
  ownerUrl?: string | undefined;
  redisUrl: string | undefined;
  /** Data folder of an embedded database. */
  dataDir?: string;
  /** Folder of the versioned migrations; the product's own by default. */
  migrationsFolder?: string;
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
 * @throws {ConfigError} or {@link ServerUnavailableError} before anything is changed, naming `DATABASE_URL` or the data folder.
 * @throws {MigrationLockError} when another session held a lock for too long.
 * @throws {RepeatableMigrationError} when a `.sql` file fails.
 */
export async function migrate(settings: MigrateSettings): Promise<string[]> {
  const ownerUrl = settings.ownerUrl ?? settings.databaseUrl;
  await checkDatabase(ownerUrl);
  const options = {
    databaseUrl: ownerUrl,
    applicationName: migratingApplication,
    poolSize: 3,
    migrations: settings.migrationsFolder ?? migrationsFolder,
  };
  return withDataSource(options, async (db) => {
    const lock = db.createQueryRunner();
    await takeLock(lock.manager);
    try {
      const before = await readAppliedMigrations(db);
      rejectEarlierDatabase(before, settings.dataDir);
      return await retryWhileLocked(db, settings, () => migrateAll(db, settings, before));
    } finally {
      await execute(lock.manager, 'SELECT pg_advisory_unlock($1)', [migrationLock]);
      await lock.release();
    }
  });
}

async function migrateAll(
  db: DataSource,
  { databaseUrl, ownerUrl = databaseUrl, redisUrl, repeatableFolder }: MigrateSettings,
  before: readonly string[],
): Promise<string[]> {
  await db.runMigrations();
  const ran = (await readAppliedMigrations(db)).filter((name) => !before.includes(name));
  const repeated = await applyRepeatableMigrations(db, {
    isForced: ran.length > 0,
    ...(repeatableFolder && { folder: repeatableFolder }),
  });
  await migrateQueueSchema({ redisUrl, databaseUrl: ownerUrl });
  // In one transaction, so that a running process never has more rights than it should.
  await db.transaction((manager) => grantAccess(manager, databaseUrl));
  return [...ran, ...repeated];
}

// Polls: a session that waits within a statement has a snapshot, and CREATE INDEX CONCURRENTLY of the one that migrates would
// wait for that for ever.
async function takeLock(manager: EntityManager): Promise<void> {
  const attempt = 'SELECT pg_try_advisory_lock($1) AS "isMine"';
  while (!(await row<{ isMine: boolean }>(manager, attempt, [migrationLock]))?.isMine)
    await sleep(lockRetryMs);
}

/** Returns the line that `tools/db-migrate.ts` prints. */
export function describeMigrations(ran: readonly string[]): string {
  return ran.length > 0 ? `Migrated: ${ran.join(', ')}\n` : 'The database is up to date.\n';
}
