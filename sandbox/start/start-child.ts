import { fork, type StdioOptions } from 'node:child_process';
import { closeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { killWithParent, sendSignal } from '../processes/process-table.ts';
import { openLog } from './open-log.ts';
import { readableLog } from './readable-log.ts';

/** A supervised process of the product. */
export interface Child {
  name: string;
  pid: number;
  /** Resolves when it sends `{ type: 'ready' }`; rejects with one line when it ends first or times out. */
  ready: Promise<void>;
  /** Resolves with how it ended, such as "ended with signal SIGKILL". */
  ended: Promise<string>;
  /** Sends SIGTERM, and after `gracePeriodMs` kills its process group. */
  end(gracePeriodMs: number): Promise<void>;
}

/** What to run. */
export interface ChildOptions {
  name: string;
  file: string;
  args?: string[];
  /** Options of Node itself. */
  nodeFlags?: string[];
  env: NodeJS.ProcessEnv;
  /** File for its standard output (errors still go to the console), or undefined to print everything. */
  logFile?: string | undefined;
  readyTimeoutMs?: number;
}

/**
 * Starts a process with an IPC channel. It runs in a separate process group, so that Ctrl-C in a terminal signals only
 * the supervisor, which controls the shutdown order; and it ends with the supervisor, even on kill -9.
 */
export function startChild(options: ChildOptions): Child {
  const log = options.logFile === undefined ? undefined : openLog(options.logFile);
  const stdio: StdioOptions = ['ignore', log ?? 'pipe', 'pipe', 'ipc'];
  const child = fork(options.file, options.args ?? [], {
    env: options.env,
    execArgv: options.nodeFlags ?? [],
    detached: true,
    stdio,
  });
  if (log !== undefined) closeSync(log);
  for (const stream of [child.stdout, child.stderr]) if (stream) prefixLines(stream, options.name);

  const pid = child.pid ?? -1;
  const cancelKill = pid > 0 ? killWithParent(-pid, 'TERM') : () => undefined;
  let hasEnded = false;
  const ended = new Promise<string>((resolve) => {
    const end = (how: string) => {
      hasEnded = true;
      cancelKill();
      resolve(how);
    };
    child.on('error', (error) => end(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) =>
      end(signal ? `ended with signal ${signal}` : `ended with code ${code}`),
    );
  });
  const readyMessage = new Promise<true>((resolve) => {
    child.on('message', (message: { type?: string }) => message?.type === 'ready' && resolve(true));
  });
  const ready = waitUntilReady(options, readyMessage, ended);
  // Callers that await `ready` still see the rejection; without a handler it would end this process.
  ready.catch(() => undefined);
  return {
    name: options.name,
    pid,
    ended,
    ready,
    async end(gracePeriodMs) {
      if (hasEnded) return;
      sendSignal(pid, 'SIGTERM');
      await Promise.race([ended, sleep(gracePeriodMs, undefined, { ref: false })]);
      sendSignal(-pid, 'SIGKILL');
      await ended;
    },
  };
}

async function waitUntilReady(
  { name, readyTimeoutMs = 30_000 }: ChildOptions,
  readyMessage: Promise<true>,
  ended: Promise<string>,
): Promise<void> {
  const outcome = await Promise.race([readyMessage, ended, sleep(readyTimeoutMs, undefined, { ref: false })]);
  if (outcome === true) return;
  throw new Error(
    outcome
      ? `The ${name} ${outcome} before it was ready.`
      : `The ${name} is not ready after ${readyTimeoutMs / 1000} s.`,
  );
}

function prefixLines(stream: Readable, name: string): void {
  createInterface({ input: stream }).on('line', (line) => process.stderr.write(readableLog(name, line)));
}
