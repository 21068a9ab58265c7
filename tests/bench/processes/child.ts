import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processEnv } from '#tests/support/product/process-env.ts';

const defaultTimeoutMs = 120_000;

/** A process of a benchmark that talks to it by messages. */
export interface Child<Ready = unknown> {
  pid: number;
  /** Its first message. */
  ready: Ready;
  /** From the fork to its first message. */
  readyAfterMs: number;
  /** Sends a message and returns the next one that the process sends; see {@link Child.next}. */
  call<Reply>(message: unknown, timeoutMs?: number): Promise<Reply>;
  /** Returns the next message. @throws when the process ends, or sends none within `timeoutMs` (default: 2 minutes). */
  next<Reply>(timeoutMs?: number): Promise<Reply>;
  /** Resident memory in megabytes; NaN where there is no /proc. */
  rssMb(): number;
  /** Closes the channel, on which processes of the product shut down, and waits for the end of the process, 20 s at most. */
  stop(): Promise<void>;
}

/**
 * Starts a TypeScript file as a process and waits for its first message.
 *
 * @throws when it ends before.
 */
export async function startChild<Ready = unknown>(
  url: URL,
  settings: Record<string, string>,
  args: readonly string[] = [],
  execArgv: readonly string[] = [],
): Promise<Child<Ready>> {
  const startedMs = performance.now();
  // stdout has the results of the run alone.
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const process = fork(url, [...args], {
    env: processEnv(settings),
    execArgv: [...execArgv],
    stdio: [...stdio],
  });
  const ended = once(process, 'exit');
  const next = async <Reply>(timeoutMs = defaultTimeoutMs): Promise<Reply> => {
    const over = new AbortController();
    const { signal } = over;
    try {
      return await Promise.race([
        once(process, 'message', { signal }).then(([message]) => message as Reply),
        ended.then(([code, killedBy]) => {
          throw new Error(`${url.pathname} ended with ${code ?? killedBy}.`);
        }),
        sleep(timeoutMs, undefined, { signal }).then(() => {
          throw new Error(`${url.pathname} sent nothing within ${timeoutMs / 1_000} s.`);
        }),
      ]);
    } finally {
      over.abort();
    }
  };
  // Without a listener the end of a process that is not waited for would be an unhandled rejection.
  ended.catch(() => {});
  const ready = await next<Ready>();
  return {
    ready,
    pid: process.pid as number,
    readyAfterMs: performance.now() - startedMs,
    async call(message, timeoutMs) {
      const reply = next<never>(timeoutMs);
      process.send(message as object);
      return reply;
    },
    next,
    rssMb: () => rssMb(process.pid as number),
    async stop() {
      if (process.exitCode !== null || process.signalCode !== null) return;
      if (process.connected) process.disconnect();
      const timer = setTimeout(() => process.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Returns the resident memory of a process in megabytes; NaN for one that has ended, and where there is no /proc. */
export function rssMb(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  } catch {
    // It ends at any moment, also between the opening of the file and its reading.
    return Number.NaN;
  }
}
