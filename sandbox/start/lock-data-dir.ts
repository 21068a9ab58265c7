import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf } from '../processes/process-table.ts';
import { makeDataDir } from './make-data-dir.ts';

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
