import { describeSignIns } from '#sandbox/start/describe-start.ts';
import { seedSampleData } from '#services/seed/seed.ts';
import { isSandbox, readStartSettings } from '../services/platform/config.ts';
import { migrate } from '../services/platform/database/migrate.ts';
import { withProductDatabase } from './product-database.ts';
import { runCommand } from './run-command.ts';

/** `npm run db:seed`: seeds DATABASE_URL, or else the embedded database, unless it already has data of its own. */
await runCommand(async () => {
  const settings = readStartSettings();
  const signIns = await withProductDatabase(async (urls, secrets) => {
    await migrate({ ...urls, redisUrl: settings.REDIS_URL });
    const credentialKeys = settings.CREDENTIAL_KEYS ?? readStartSettings(secrets).CREDENTIAL_KEYS ?? {};
    return seedSampleData({ isSandbox: isSandbox(settings), databaseUrl: urls.databaseUrl, credentialKeys });
  }, settings.CREDENTIAL_KEYS === undefined);
  if (signIns.length === 0) {
    process.stderr.write('The database is in use: nothing was added.\n');
    return 1;
  }
  process.stdout.write(['The sample data is in the database.', ...describeSignIns(signIns), ''].join('\n'));
  return 0;
});
