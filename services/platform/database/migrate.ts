import { fileURLToPath } from 'node:url';
import { ConfigError, readStartSettings } from '../config.ts';
import { migrateQueueSchema } from '../queue/connection.ts';
import { describeStartFailure } from '../server-unavailable.ts';
import { checkDatabase } from './check-database.ts';
import { createDataSource } from './data-source.ts';

/** What a migration needs to know. */
export interface MigrateSettings {
  databaseUrl: string;
  redisUrl: string | undefined;
}

// Any number of processes may migrate at once; the lock's number is this product's own.
const migrationLock = 722_001;

/**
 * Migrates a database, empty or in use, to the newest schema. Returns the migrations that ran.
 *
 * @throws {ConfigError} or {@link ServerUnavailableError} before anything is changed, naming `DATABASE_URL`.
 */
export async function migrate(settings: MigrateSettings): Promise<string[]> {
  await checkDatabase(settings.databaseUrl);
  const db = createDataSource({
    databaseUrl: settings.databaseUrl,
    applicationName: 'courselift-migrate',
    poolSize: 3,
    hasNoTimeouts: true,
  });
  await db.initialize();
  try {
    const lock = db.createQueryRunner();
    await lock.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    try {
      const ran = await db.runMigrations();
      await migrateQueueSchema(settings);
      return ran.map(({ name }) => name);
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
      await lock.release();
    }
  } finally {
    await db.destroy();
  }
}

/** One line for the person who migrates. */
export function describeMigrations(ran: readonly string[]): string {
  return ran.length > 0 ? `Migrated: ${ran.join(', ')}\n` : 'The database is up to date.\n';
}

// In the image, where npm and the embedded database are missing; elsewhere `npm run db:migrate`.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = readStartSettings();
    if (databaseUrl === undefined) throw new ConfigError('Configuration: DATABASE_URL is not set.');
    process.stdout.write(describeMigrations(await migrate({ databaseUrl, redisUrl })));
  } catch (error) {
    process.stderr.write(`The database cannot be migrated. ${describeStartFailure(error)}\n`);
    process.exitCode = 1;
  }
}
