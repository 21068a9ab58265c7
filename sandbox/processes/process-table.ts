import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns whether a process is running; zombies do not count. @internal Tests wait for the end of processes with it. */
export function isRunning(pid: number): boolean {
  if (!sendSignal(pid, 0)) return false;
  if (!existsSync('/proc/self')) return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.charAt(stat.lastIndexOf(')') + 2) !== 'Z';
  } catch {
    // The process ended after the signal.
    return false;
  }
}

/** Returns the command line of a process, or undefined when there is none. Reads /proc where it exists, otherwise runs ps. */
export function commandOf(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
}

/** Sends a signal to a process, or with a negative id to its group; returns false when it does not exist. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Sends each signal in turn and waits its grace period in milliseconds, until the process has ended. */
export async function endProcess(pid: number, steps: [NodeJS.Signals, number][]): Promise<void> {
  for (const [signal, gracePeriodMs] of steps) {
    if (!sendSignal(pid, signal)) return;
    for (const deadline = Date.now() + gracePeriodMs; Date.now() < deadline; await sleep(20)) {
      if (!isRunning(pid)) return;
    }
  }
}

/**
 * Ends a process together with this one, even on kill -9: a shell reads from a pipe that closes when this process
 * ends, and then sends the signal. Returns a function that cancels this.
 *
 * @param target process id, negative for a group.
 * @param ids the account of the target process, when different: the shell runs as it and can signal nothing else.
 */
export function killWithParent(
  target: number,
  signal: 'INT' | 'TERM',
  ids: { uid?: number; gid?: number } = {},
) {
  const script = `read -r _; kill -${signal} ${target < 0 ? `-- ${target}` : target}`;
  const options = { cwd: '/', env: {}, detached: true, ...ids };
  const guard = spawn('/bin/sh', ['-c', script], { ...options, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.on('error', () => undefined);
  guard.unref();
  const pipe = guard.stdin as typeof guard.stdin & { unref?(): void };
  pipe.unref?.();
  return () => {
    guard.kill('SIGKILL');
  };
}
