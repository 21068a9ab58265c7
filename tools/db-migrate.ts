import { readStartSettings } from '../services/platform/config.ts';
import { describeMigrations, migrate } from '../services/platform/database/migrate.ts';
import { withProductDatabase } from './product-database.ts';
import { runCommand } from './run-command.ts';

/**
 * Migrates DATABASE_URL, or else the embedded database: `npm run db:migrate`, and `node tools/db-migrate.ts` in the
 * production image, which has no npm. Says who holds a lock that it waits for.
 */
await runCommand(async () => {
  const { REDIS_URL: redisUrl, MIGRATION_LOCK_WAIT_SECONDS: lockWaitS } = readStartSettings();
  const onLocked = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const ran = await withProductDatabase((urls) => migrate({ ...urls, redisUrl, lockWaitS, onLocked }));
  process.stdout.write(describeMigrations(ran));
  return 0;
});
