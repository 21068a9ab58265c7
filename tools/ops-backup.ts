import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs } from '#contracts/durations.ts';
import { createKeyPair } from '#services/admin/backup/archive.ts';
import { ConfigError, readStartSettings } from '../services/platform/config.ts';
import { checkBackup, readIdentity } from './backup/restore-backup.ts';
import { writeBackup } from './backup/write-backup.ts';
import { asMegabytes } from './print.ts';
import { withProductDatabase } from './product-database.ts';
import { runWithOptions } from './run-command.ts';

const usage = `npm run ops:backup -- [--keep N] [--identity FILE] [--every HOURS]
npm run ops:backup -- --new-key FILE

Writes an encrypted backup of the database into BACKUP_FOLDER, for the keys of BACKUP_RECIPIENTS.

  --keep N         deletes all but the N newest backups of the folder afterwards
  --identity FILE  secret key: the backup is then restored into a scratch database and compared
  --every HOURS    goes on, with a backup each so many hours
  --new-key FILE   creates a key pair: the secret key in FILE, and the line for BACKUP_RECIPIENTS on the terminal

CREDENTIAL_KEYS and TOKEN_SECRET are not in the backup. Without CREDENTIAL_KEYS the stored logins cannot be read after a restore.
`;

const text = { type: 'string' } as const;
const options = { keep: text, identity: text, every: text, 'new-key': text };

/** `npm run ops:backup`: backs up DATABASE_URL, or else the embedded database. */
await runWithOptions({ usage, options }, async (values) => {
  const keep = values.keep === undefined ? Number.POSITIVE_INFINITY : Number(values.keep);
  const everyHours = values.every === undefined ? 0 : Number(values.every);
  if (!(keep >= 1) || !(everyHours >= 0)) return undefined;
  if (values['new-key']) return createKey(values['new-key']);
  const identity = values.identity === undefined ? undefined : await readIdentity(values.identity);
  for (;;) {
    await backUp(identity, keep);
    if (everyHours === 0) return 0;
    await sleep(everyHours * hourMs);
  }
});

async function backUp(identity: string | undefined, keep: number): Promise<void> {
  const {
    BACKUP_FOLDER: folder,
    BACKUP_RECIPIENTS: recipients,
    BACKUP_PG_BIN: binFolder,
  } = readStartSettings();
  if (!recipients)
    throw new ConfigError(
      'Configuration: BACKUP_RECIPIENTS is not set. Create a key with: npm run ops:backup -- --new-key FILE',
    );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `courselift-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.age`);
  await withProductDatabase(async ({ databaseUrl, ownerUrl: url = databaseUrl }) => {
    let printedMb = 0;
    const onProgress = (bytes: number) => {
      if (bytes < printedMb + 50_000_000) return;
      printedMb = bytes;
      process.stderr.write(`${asMegabytes(bytes)} written\n`);
    };
    const { tables } = await writeBackup({ url, file, recipients, binFolder, onProgress });
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    const { size } = await stat(file);
    process.stdout.write(
      `${file}: ${Object.keys(tables).length} tables, ${rows} rows, ${asMegabytes(size)}.\n`,
    );
    if (identity) await checkBackup({ url, file, identity, binFolder });
    process.stdout.write(
      identity
        ? 'Restored into a scratch database: rows, checksums and ledger are the same.\n'
        : 'Not checked. Check it where the secret key is: npm run ops:restore -- FILE --identity KEY --check\n',
    );
  });
  const old = (await readdir(folder)).filter((name) => /^courselift-\d+T\d+Z\.age$/.test(name)).sort();
  for (const name of old.slice(0, Math.max(0, old.length - keep))) await rm(join(folder, name));
}

async function createKey(file: string): Promise<number> {
  const { identity, recipient } = await createKeyPair();
  await writeFile(file, `${identity}\n`, { mode: 0o600, flag: 'wx' });
  process.stdout.write(`The secret key is in ${file}. Store it outside of this machine: no backup can be restored without it.

BACKUP_RECIPIENTS=${recipient}
`);
  return 0;
}
