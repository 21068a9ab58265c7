import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { encryptBackup, type Manifest } from '#services/admin/backup/archive.ts';
import { readTableSums } from '#services/admin/backup/table-sums.ts';
import { readServerFacts } from '../../services/platform/database/check-database.ts';
import { readAppliedMigrations } from '../../services/platform/database/pending-migrations.ts';
import { execute, row } from '../../services/platform/database/sql.ts';
import { findProgram, startProgram } from './postgres-programs.ts';

/** See {@link writeBackup}. */
export interface BackupOptions {
  /** Connects the owner of the tables. */
  url: string;
  /** Must not exist; appears when it is complete. */
  file: string;
  /** Public keys, `age1…`. */
  recipients: readonly string[];
  /** Folder of pg_dump. */
  binFolder?: string | undefined;
  /** Called with the number of encrypted bytes so far. */
  onProgress?: (bytes: number) => void;
}

/**
 * Writes an encrypted backup of all tables, without the queues, as of one moment. Nothing is on disk in plain text. Returns
 * what the backup contains.
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { url, file, recipients, onProgress } = options;
  const client = new pg.Client({ connectionString: url, application_name: 'courselift-backup' });
  await client.connect();
  const part = `${file}.part`;
  try {
    const facts = await readServerFacts(client);
    const major = Math.floor((facts?.versionNumber ?? 0) / 10_000);
    const program = await findProgram('pg_dump', major, options.binFolder);
    // The dump and the sums are read in one snapshot, which lasts as long as this transaction.
    await execute(client, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const exported = await row<{ id: string }>(client, 'SELECT pg_export_snapshot() AS id');
    const manifest: Manifest = {
      format: 'courselift-backup-1',
      createdAt: new Date().toISOString(),
      server: facts?.version ?? '',
      migrations: await readAppliedMigrations(client),
      tables: await readTableSums(client),
    };
    const flags = ['--format=custom', '--no-owner', '--no-privileges', '--exclude-schema=bullmq'];
    const args = [...flags, `--snapshot=${exported?.id}`, '--no-password'];
    const { child, done } = startProgram(program, args, url);
    async function* dump() {
      yield* child.stdout as AsyncIterable<Uint8Array>;
      // A dump that ended early must not become a file that looks complete.
      await done;
    }
    let bytes = 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        bytes += chunk.length;
        onProgress?.(bytes);
        next(null, chunk);
      },
    });
    try {
      const encrypted = await encryptBackup(manifest, dump(), recipients);
      await pipeline(encrypted, count, createWriteStream(part, { mode: 0o600, flush: true }));
    } finally {
      child.kill('SIGKILL');
    }
    await rename(part, file);
    return manifest;
  } finally {
    await rm(part, { force: true });
    await client.end();
  }
}
