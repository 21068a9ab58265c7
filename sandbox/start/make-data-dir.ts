import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '#services/platform/config.ts';

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
