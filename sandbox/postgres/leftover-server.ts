import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandOf, endProcess } from '#sandbox/start/process-table.ts';

/** What the server wrote down about itself (`postmaster.pid`), or undefined when it does not run. */
export function readServerStatus(clusterDir: string): { pid: number; isReady: boolean } | undefined {
  const path = join(clusterDir, 'postmaster.pid');
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Clears away the server of a start that was killed. Its process id may since belong to somebody else, so only
 * a process whose command line names this very cluster is signalled; in any other case the note it left is what
 * is wrong, and PostgreSQL would refuse to start on it. (That no process of the old server still holds the
 * data, it checks by shared memory as well.)
 */
export async function stopLeftoverServer(clusterDir: string): Promise<void> {
  const status = readServerStatus(clusterDir);
  if (!status) return;
  if (commandOf(status.pid)?.includes(clusterDir)) await stopServer(status.pid);
  await rm(join(clusterDir, 'postmaster.pid'), { force: true });
}

/** Stops a server: sessions are cut (SIGINT); if that takes too long, without a checkpoint, then by force. */
export function stopServer(pid: number, gracePeriodMs = 5_000): Promise<void> {
  return endProcess(pid, [
    ['SIGINT', gracePeriodMs],
    ['SIGQUIT', 1_000],
    ['SIGKILL', 500],
  ]);
}
