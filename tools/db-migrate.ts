import type { DatabaseUrls } from '#sandbox/start/prepare-database.ts';
import { ConfigError, readStartSettings } from '../services/platform/config.ts';
import { describeMigrations, migrate } from '../services/platform/database/migrate.ts';
import { runCommand } from './run-command.ts';

/**
 * Migrates DATABASE_URL, or else the embedded database: `npm run db:migrate`, and `node tools/db-migrate.ts` in the
 * production image, which has no npm. Says who holds a lock that it waits for.
 */
await runCommand(async () => {
  const settings = readStartSettings();
  const { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: ownerUrl, REDIS_URL: redisUrl } = settings;
  const run = (urls: DatabaseUrls) =>
    migrate({
      ...urls,
      redisUrl,
      lockWaitS: settings.MIGRATION_LOCK_WAIT_SECONDS,
      onLocked: (sentence) => process.stderr.write(`${sentence}\n`),
    });
  const ran = databaseUrl ? await run({ databaseUrl, ownerUrl }) : await (await embedded())(settings, run);
  process.stdout.write(describeMigrations(ran));
  return 0;
});

// Imported on demand: the production image does not contain the embedded database.
async function embedded() {
  try {
    return (await import('./with-database.ts')).withDatabase;
  } catch {
    throw new ConfigError('Configuration: DATABASE_URL is not set.');
  }
}
