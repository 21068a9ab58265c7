import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { processEnv } from '#tests/support/process-env.ts';

/** A process of a benchmark that talks to it by messages. */
export interface Child {
  pid: number;
  /** Sends a message and returns the next one that the process sends. */
  call<Reply>(message: unknown): Promise<Reply>;
  /** Returns the next message. */
  next<Reply>(): Promise<Reply>;
  /** Sends a message without waiting. */
  send(message: unknown): void;
  /** Resident memory in megabytes; NaN where there is no /proc. */
  rssMb(): number;
  /** Closes the channel and waits for the end of the process, 20 s at most. */
  stop(): Promise<void>;
}

/**
 * Starts a TypeScript file as a process and waits for its first message.
 *
 * @throws when it ends before.
 */
export async function startChild(
  url: URL,
  settings: Record<string, string>,
  args: readonly string[] = [],
): Promise<Child> {
  const process = fork(url, [...args], { env: processEnv(settings), execArgv: ['--enable-source-maps'] });
  const ended = once(process, 'exit');
  const next = async <Reply>(): Promise<Reply> => {
    const failed = new AbortController();
    try {
      return await Promise.race([
        once(process, 'message', { signal: failed.signal }).then(([message]) => message as Reply),
        ended.then(([code, signal]) => {
          throw new Error(`${url.pathname} ended with ${code ?? signal}.`);
        }),
      ]);
    } finally {
      failed.abort();
    }
  };
  // Without a listener the end of a process that is not waited for would be an unhandled rejection.
  ended.catch(() => {});
  await next();
  return {
    pid: process.pid as number,
    async call(message) {
      const reply = next<never>();
      process.send(message as object);
      return reply;
    },
    next,
    send: (message) => void process.send(message as object),
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
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return Number.NaN;
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(path, 'utf8'))?.[1]) / 1024;
}
