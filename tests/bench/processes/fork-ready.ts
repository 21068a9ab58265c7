import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processEnv } from '#tests/support/process-env.ts';
import type { Context } from '../core/scenario.ts';
import { rssMb } from './child.ts';

/** A process that is measured. */
export interface MeasuredProcess {
  pid: number;
  url: string;
  /** From the fork to the message that it is ready. */
  readyAfterMs: number;
  /** Resident memory in megabytes. Linux only. */
  rssMb(): number;
  stop(): Promise<void>;
}

const root = new URL('../../../', import.meta.url);

/**
 * Starts a module of the repository in production mode and waits for its first message. It stops with the scenario.
 *
 * @param path from the root of the repository.
 * @param env its whole environment, beside PATH. `PORT` is part of the URL unless the message has a `port`.
 */
export async function forkReady(
  context: Context,
  path: string,
  env: Record<string, string>,
): Promise<MeasuredProcess> {
  const startedMs = performance.now();
  const child = fork(fileURLToPath(new URL(path, root)), {
    env: processEnv({ NODE_ENV: 'production', ...env }),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const stop = () => end(child);
  context.defer(stop);
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${path} ended with ${code} before it was ready.`);
    }),
  ])) as [{ port?: number }];
  const pid = child.pid as number;
  return {
    pid,
    url: `http://127.0.0.1:${message.port ?? env.PORT}`,
    readyAfterMs: performance.now() - startedMs,
    rssMb: () => rssMb(pid),
    stop,
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await exited;
  clearTimeout(timer);
}
