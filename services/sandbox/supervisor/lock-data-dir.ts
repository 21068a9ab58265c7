import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from './make-data-dir.ts';
import { commandOf } from './process-table.ts';

/**
 * Claims a data folder for this process; returns how to give it back. A claim whose owner is gone, or whose
 * process id now belongs to something else, does not count.
 *
 * @throws {ConfigError} when the folder cannot be used.
 * @throws an Error with one line when another start is using the folder.
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
    if (owner !== process.pid && commandOf(owner)?.includes('start.ts')) {
      throw new Error(
        `${dataDir} is in use by another start (process ${owner}). Stop it, or set DATA_DIR and PORT.`,
      );
    }
    rmSync(path, { force: true });
  }
}
