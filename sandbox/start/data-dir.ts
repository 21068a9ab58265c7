import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '#services/platform/config.ts';
import { commandOf } from '../processes/process-table.ts';

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a file is in its path',
  EEXIST: 'it is a file',
  ENOENT: 'no folder can be created there',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
};

/**
 * Creates the data folder unless it exists, and checks that it is writable.
 *
 * @throws {ConfigError} with one line that names DATA_DIR.
 * @internal For its test.
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error(), { code: 'EEXIST' });
    const probe = join(dataDir, `write-test.${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `Configuration: DATA_DIR ${dataDir} cannot be used (${reasons[code] ?? message}). Set it to a folder that this account can write to.`,
    );
  }
}

// Not `recursive: true`: where the system reports ENOENT for every folder, as in /proc, Node retries forever.
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  // Private, because it contains mails and logs. Root's must be traversable (711) for PostgreSQL's account.
  mkdirSync(path, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}

/** Commands that use a data folder exclusively. */
const OWNERS = /\b(start|db-migrate|db-seed|ops-create|ops-reconcile)\.ts\b/;

/** Another process uses the data folder; the message is one line. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/**
 * Locks a data folder for this process and returns a function that releases the lock. A lock is ignored when its
 * process has ended or its process id belongs to another program.
 *
 * @throws {ConfigError} when the folder cannot be used.
 * @throws {DataDirInUse} when another start is using the folder.
 */
export function lockDataDir(dataDir: string): () => void {
  makeDataDir(dataDir);
  const path = join(dataDir, 'start.pid');
  for (let attempt = 1; ; attempt++) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 3) throw error;
    }
    const owner = Number(readFileSync(path, 'utf8'));
    if (owner !== process.pid && OWNERS.test(commandOf(owner) ?? '')) {
      throw new DataDirInUse(
        `${dataDir} is in use by another start (process ${owner}). Stop it, or set DATA_DIR and PORT.`,
      );
    }
    rmSync(path, { force: true });
  }
}
