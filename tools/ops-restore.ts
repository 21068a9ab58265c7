import { stat } from 'node:fs/promises';
import { readStartSettings } from '../services/platform/config.ts';
import { migrate } from '../services/platform/database/migrate.ts';
import { checkBackup, readIdentity, restoreBackup } from './backup/restore-backup.ts';
import { asMegabytes, printProgress } from './print.ts';
import { withProductDatabase } from './product-database.ts';
import { runWithOptions } from './run-command.ts';

const usage = `npm run ops:restore -- FILE --identity KEY [--replace DATABASE]
npm run ops:restore -- FILE --identity KEY --check

Restores a backup of ops:backup into DATABASE_URL (as MIGRATION_DATABASE_URL), or else the embedded database, which must be
empty; compares rows, checksums and ledger with the backup; and applies migrations that are newer than the backup.

  --identity KEY      file with the secret key
  --replace DATABASE  deletes everything in the database of this name first; API and workers must be stopped
  --check             restores into a scratch database, compares, and deletes it; changes nothing else
`;

const text = { type: 'string' } as const;
const options = { identity: text, replace: text, check: { type: 'boolean', default: false } } as const;

/** `npm run ops:restore`. */
await runWithOptions({ usage, options, allowPositionals: true }, async (values, [file]) => {
  if (!file || !values.identity) return undefined;
  const { BACKUP_PG_BIN: binFolder, REDIS_URL: redisUrl } = readStartSettings();
  const identity = await readIdentity(values.identity);
  const { size } = await stat(file);
  const print = printProgress(values.check ? 'Checking' : 'Restoring', asMegabytes);
  const onProgress = (bytes: number) => print(bytes, size);
  await withProductDatabase(async ({ databaseUrl, ownerUrl: url = databaseUrl }) => {
    const source = { url, file, identity, binFolder, onProgress };
    const { createdAt, server, tables } = values.check
      ? await checkBackup(source)
      : await restoreBackup({ ...source, replaces: values.replace });
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

/** Returns which role may use the restored tables, and the next step where API and workers may have another role. */
function describeAccess(databaseUrl: string, ownerUrl: string): string {
  const role = decodeURIComponent(new URL(databaseUrl).username);
  return role === decodeURIComponent(new URL(ownerUrl).username)
    ? `Only their owner ${role} may use the tables. Where API and workers connect as another role, run with their DATABASE_URL and this one as MIGRATION_DATABASE_URL: npm run db:migrate\n`
    : `The role ${role} may use the tables.\n`;
}
