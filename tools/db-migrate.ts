import { readStartSettings } from '../services/platform/config.ts';
import { describeMigrations, migrate } from '../services/platform/database/migrate.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from './with-database.ts';

/** `npm run db:migrate`: migrates DATABASE_URL, or else the embedded database. */
await runCommand(async () => {
  const settings = readStartSettings();
  const ran = await withDatabase(settings, (databaseUrl) =>
    migrate({ databaseUrl, redisUrl: settings.REDIS_URL }),
  );
  process.stdout.write(describeMigrations(ran));
  return 0;
});
