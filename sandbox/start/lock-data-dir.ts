import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from './make-data-dir.ts';
import { commandOf } from './process-table.ts';

/** Commands that use a data folder alone. */
const OWNERS = /\b(start|db-migrate|db-seed)\.ts\b/;

/** Another process uses the data folder; the message is one line. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/**
 * Claims a data folder for this process; returns how to give it back. A claim whose owner is gone, or whose
 * process id now belongs to something else, does not count.
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
