import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import pg from 'pg';
import { decryptBackup, type Manifest } from '#services/admin/backup/archive.ts';
import { findDifferences } from '#services/admin/backup/table-sums.ts';
import { readServerFacts } from '../../services/platform/database/check-database.ts';
import { execute, row, runScript } from '../../services/platform/database/sql.ts';
import { findProgram, startProgram } from './postgres-programs.ts';

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
  const isEmpty = await withClient(url, hasNoTables);
  if (!isEmpty && replaces === undefined)
    throw new Error(`The database ${name} is not empty. To delete everything in it, add --replace ${name}.`);
  if (!isEmpty) {
    await checkBackup(options);
    await withClient(url, async (client) => {
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
  return withClient(options.url, async (client) => {
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
  const major = await withClient(url, async (client) =>
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
  const { child, done } = startProgram(
    program,
    [
      ...['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-password'],
      `--dbname=${databaseOf(url)}`,
    ],
    url,
  );
  try {
    for await (const chunk of dump)
      if (child.stdin?.write(chunk) === false) await Promise.race([once(child.stdin, 'drain'), done]);
    child.stdin?.end();
    await done;
  } catch (error) {
    // Killed before its input ends: it would commit what it has read.
    child.kill('SIGKILL');
    await done.catch(() => {});
    throw error;
  }
  const differences = await withClient(url, (client) => findDifferences(client, manifest.tables));
  if (differences.length > 0)
    throw new Error(`The restored database differs from the backup:\n${differences.join('\n')}`);
  return manifest;
}

async function hasNoTables(client: pg.Client): Promise<boolean> {
  const found = await row(
    client,
    `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'bullmq') AND c.relkind IN ('r', 'p', 'v', 'm') LIMIT 1`,
  );
  return found === undefined;
}

async function assertUnused(client: pg.Client, name: string): Promise<void> {
  const found = await row<{ users: number }>(
    client,
    `SELECT count(*)::int AS users FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  if (found && found.users > 0)
    throw new Error(
      `${found.users} connections use the database ${name}. Stop API and workers first; nothing was changed.`,
    );
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'courselift-restore' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const databaseOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1));
