import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
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
