import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { decryptBackup, type Manifest } from '#services/admin/backup/archive.ts';
import { findDifferences } from '#services/admin/backup/table-sums.ts';
import { readServerFacts } from '../../services/platform/database/check-database.ts';
import { withClient } from '../../services/platform/database/data-source.ts';
import { includesBaseline } from '../../services/platform/database/pending-migrations.ts';
import { execute, row, runScript } from '../../services/platform/database/sql.ts';
import { findProgram, startProgram } from './postgres-programs.ts';

/** Reads the secret key of backups from a file as `age-keygen` and `ops:backup --new-key` write it. */
export async function readIdentity(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim());
  const identity = lines.find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (!identity) throw new Error(`${file} contains no secret key (AGE-SECRET-KEY-…).`);
  return identity;
}

/** See {@link restoreBackup}. */
export interface RestoreOptions {
  /** Connects the owner of the tables. */
  url: string;
  file: string;
  /** Secret key, `AGE-SECRET-KEY-1…`. */
  identity: string;
  binFolder?: string | undefined;
  /** Called with the number of bytes of the file that were read. */
  onProgress?: (bytes: number) => void;
}

/**
 * Restores a backup into an empty database, in one transaction, and compares the result with the backup.
 *
 * @param options.replaces name of the database, as consent to delete everything in it before. The backup is then restored
 *   into a scratch database first.
 * @throws Error in one line when it is not empty, in use, or the backup cannot be used; nothing is changed then.
 */
export async function restoreBackup(
  options: RestoreOptions & { replaces?: string | undefined },
): Promise<Manifest> {
  const { url, replaces } = options;
  const name = databaseOf(url);
  if (replaces !== undefined && replaces !== name)
    throw new Error(`--replace names ${replaces}, and the database is ${name}. Nothing was changed.`);
  const isEmpty = await withOwner(url, hasNoTables);
  if (!isEmpty && replaces === undefined)
    throw new Error(`The database ${name} is not empty. To delete everything in it, add --replace ${name}.`);
  if (!isEmpty) {
    await checkBackup(options);
    await withOwner(url, async (client) => {
      await assertUnused(client, name);
      await runScript(
        client,
        'DROP SCHEMA public CASCADE; DROP SCHEMA IF EXISTS bullmq CASCADE; CREATE SCHEMA public',
      );
    });
  }
  return load(options);
}

/** Restores a backup into a scratch database of the same server, compares it with the backup, and drops the database. */
export async function checkBackup(options: RestoreOptions): Promise<Manifest> {
  const scratch = `courselift_check_${randomBytes(6).toString('hex')}`;
  return withOwner(options.url, async (client) => {
    await execute(client, `CREATE DATABASE ${scratch} TEMPLATE template0 ENCODING 'UTF8'`);
    try {
      const url = new URL(options.url);
      url.pathname = `/${scratch}`;
      return await load({ ...options, url: url.href });
    } finally {
      await execute(client, `DROP DATABASE ${scratch} WITH (FORCE)`);
    }
  });
}

async function load({ url, file, identity, binFolder, onProgress }: RestoreOptions): Promise<Manifest> {
  const major = await withOwner(url, async (client) =>
    Math.floor(((await readServerFacts(client))?.versionNumber ?? 0) / 10_000),
  );
  const program = await findProgram('pg_restore', major, binFolder);
  let bytes = 0;
  const source = createReadStream(file, { highWaterMark: 1 << 18 });
  source.on('data', (chunk) => {
    bytes += chunk.length;
    onProgress?.(bytes);
  });
  source.pause();
  const { manifest, dump } = await decryptBackup(source, identity);
  if (!includesBaseline(manifest.migrations))
    throw new Error(
      'The backup was made before the first release and cannot be migrated to this version; nothing was changed. Restore it with the version that made it.',
    );
  const flags = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-password'];
  const { child, done } = startProgram(program, [...flags, `--dbname=${databaseOf(url)}`], url);
  try {
    for await (const chunk of dump)
      if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain'), done]);
    child.stdin.end();
    await done;
  } catch (error) {
    // Killed before its input ends: it would commit what it has read.
    child.kill('SIGKILL');
    await done.catch(() => {});
    throw error;
  }
  const differences = await withOwner(url, (client) => findDifferences(client, manifest.tables));
  if (differences.length > 0)
    throw new Error(`The restored database differs from the backup:\n${differences.join('\n')}`);
  return manifest;
}

async function hasNoTables(client: pg.Client): Promise<boolean> {
  const table = await row(
    client,
    `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'bullmq') AND c.relkind IN ('r', 'p', 'v', 'm') LIMIT 1`,
  );
  return table === undefined;
}

async function assertUnused(client: pg.Client, name: string): Promise<void> {
  const connected = await row<{ users: number }>(
    client,
    `SELECT count(*)::int AS users FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  if (connected && connected.users > 0)
    throw new Error(
      `${connected.users} connections use the database ${name}. Stop API and workers first; nothing was changed.`,
    );
}

const withOwner = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ connectionString: url, application_name: 'courselift-restore' }, work);

const databaseOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1));
