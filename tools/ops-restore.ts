import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readStartSettings } from '../services/platform/config.ts';
import { migrate } from '../services/platform/database/migrate.ts';
import { withOwner } from './backup/owner-database.ts';
import { readIdentity } from './backup/read-identity.ts';
import { checkBackup, restoreBackup } from './backup/restore-backup.ts';
import { asMegabytes, printProgress } from './print-progress.ts';
import { runCommand } from './run-command.ts';

const usage = `npm run ops:restore -- FILE --identity KEY [--replace DATABASE]
npm run ops:restore -- FILE --identity KEY --check

Restores a backup of ops:backup into DATABASE_URL (as MIGRATION_DATABASE_URL), or else the embedded database, which must be
empty; compares rows, checksums and ledger with the backup; and applies migrations that are newer than the backup.

  --identity KEY      file with the secret key
  --replace DATABASE  deletes everything in the database of this name first; API and workers must be stopped
  --check             restores into a scratch database, compares, and deletes it; changes nothing else
`;

/** `npm run ops:restore`. */
await runCommand(async () => {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      identity: text,
      replace: text,
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [file] = positionals;
  if (values.help || !file || !values.identity) {
    process.stdout.write(usage);
    return values.help ? 0 : 1;
  }
  const { BACKUP_PG_BIN: binFolder, REDIS_URL: redisUrl } = readStartSettings();
  const identity = await readIdentity(values.identity);
  const onProgress = printProgress(
    values.check ? 'Checking' : 'Restoring',
    (await stat(file)).size,
    asMegabytes,
  );
  await withOwner(async ({ databaseUrl, ownerUrl: url }) => {
    const options = { url, file, identity, binFolder, onProgress };
    const { createdAt, server, tables } = values.check
      ? await checkBackup(options)
      : await restoreBackup({ ...options, replaces: values.replace });
    if (!values.check) await migrate({ databaseUrl, ownerUrl: url, redisUrl });
    process.stdout.write(
      `Backup of ${createdAt} (PostgreSQL ${server}), ${Object.keys(tables).length} tables: rows, checksums and ledger are the same.\n`,
    );
    if (!values.check)
      process.stdout.write(
        `${describeAccess(databaseUrl, url)}Next: set the same CREDENTIAL_KEYS and TOKEN_SECRET as before, start API and workers, and run: npm run ops:reconcile -- --days 7\n`,
      );
  });
  return 0;
});

/** Returns which role may use the restored tables, and the next step where it may not be that of API and workers. */
function describeAccess(databaseUrl: string, ownerUrl: string): string {
  const role = decodeURIComponent(new URL(databaseUrl).username);
  return role === decodeURIComponent(new URL(ownerUrl).username)
    ? `Only their owner ${role} may use the tables. Where API and workers connect as another role, run with their DATABASE_URL and this one as MIGRATION_DATABASE_URL: npm run db:migrate\n`
    : `The role ${role} may use the tables.\n`;
}
