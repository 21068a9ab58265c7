import { existsSync, statSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stopLeftoverServer } from './leftover-server.ts';

const ORIGIN = 'origin.json';

/** The data folder that database files belong to, and the device of its file system. */
interface Origin {
  dataDir: string;
  device: number;
}

/** Records in `folder` which data folder its database files belong to. */
export async function recordOrigin(folder: string, dataDir: string): Promise<void> {
  const origin: Origin = { dataDir, device: statSync(dataDir).dev };
  await writeFile(join(folder, ORIGIN), JSON.stringify(origin), { mode: 0o600 });
}

/**
 * Removes database files below `home` whose data folder was deleted, and returns those data folders. A data folder
 * on a file system that is not mounted now is not deleted: its files stay.
 */
export async function removeOrphanedClusters(home: string): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await readdir(home)) {
    const folder = join(home, name);
    const origin = name.startsWith('data-') ? await readOrigin(folder) : undefined;
    if (!origin || existsSync(origin.dataDir) || deviceOf(origin.dataDir) !== origin.device) continue;
    await stopLeftoverServer(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
    removed.push(origin.dataDir);
  }
  return removed;
}

// Folders of older versions have no record, so their data folder is unknown.
async function readOrigin(folder: string): Promise<Origin | undefined> {
  const text = await readFile(join(folder, ORIGIN), 'utf8').catch(() => undefined);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Origin);
  } catch {
    return undefined;
  }
}

/** Returns the device of the nearest existing parent folder. */
function deviceOf(path: string): number {
  return existsSync(path) ? statSync(path).dev : deviceOf(dirname(path));
}
