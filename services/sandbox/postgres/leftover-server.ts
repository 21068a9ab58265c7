import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the server wrote down about itself (`postmaster.pid`), or undefined when it does not run. */
export function readServerStatus(
  clusterDir: string,
): { pid: number; port: number; isReady: boolean } | undefined {
  const path = join(clusterDir, 'postmaster.pid');
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/** The command line of a process, or undefined when there is none. Reads /proc where it exists, else asks ps. */
export function commandOf(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
}

/**
 * Ends the server of a start that was killed. Its process id may since belong to somebody else, so only a
 * process whose command line names this very cluster is signalled.
 */
export async function stopLeftoverServer(clusterDir: string): Promise<void> {
  const status = readServerStatus(clusterDir);
  if (!status || !commandOf(status.pid)?.includes(clusterDir)) return;
  await stopServer(status.pid);
}

/** Stops a server: open sessions are cut (SIGINT); after 5 s it is stopped without a checkpoint, then killed. */
export async function stopServer(pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 5_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 1_000],
  ] as const) {
    if (!sendSignal(pid, signal)) return;
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(20)) {
      if (!isRunning(pid)) return;
    }
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Whether a process exists; a dead one that its parent has not collected yet does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
}
