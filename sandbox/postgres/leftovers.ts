import { existsSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commandOf, endProcess } from '#sandbox/processes/process-table.ts';

/** Returns process id and readiness from `postmaster.pid`, or undefined when that file is missing. */
export function readServerStatus(clusterDir: string): { pid: number; isReady: boolean } | undefined {
  const path = join(clusterDir, 'postmaster.pid');
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Stops the server that a killed start left behind and removes its `postmaster.pid`, on which PostgreSQL refuses to
 * start. The process id may be in use by another program by now, so only a process whose command line names this
 * cluster is signalled. (PostgreSQL itself checks by shared memory that no old process still uses the data.)
 */
export async function stopLeftoverServer(clusterDir: string): Promise<void> {
  const status = readServerStatus(clusterDir);
  if (!status) return;
  if (commandOf(status.pid)?.includes(clusterDir)) await stopServer(status.pid);
  await rm(join(clusterDir, 'postmaster.pid'), { force: true });
}

/** Stops a server: fast shutdown (SIGINT), then immediate shutdown (SIGQUIT) after `gracePeriodMs`, then SIGKILL. */
export function stopServer(pid: number, gracePeriodMs = 5_000): Promise<void> {
  return endProcess(pid, [
    ['SIGINT', gracePeriodMs],
    ['SIGQUIT', 1_000],
    ['SIGKILL', 500],
  ]);
}

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
