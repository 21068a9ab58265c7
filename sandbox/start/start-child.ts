import { fork, type StdioOptions } from 'node:child_process';
import { closeSync, existsSync, openSync, renameSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { prettyFactory } from 'pino-pretty';
import { killWithParent, sendSignal } from '../processes/process-table.ts';

/** Number of rotated logs. */
const KEPT = 5;

/**
 * Opens the log file of a process for writing (mode 600) and returns its descriptor. Earlier logs are rotated to
 * `api.1.log` (the previous one) to `api.5.log`.
 * @internal For its test.
 */
export function openLog(path: string): number {
  const nameOf = (age: number) => (age === 0 ? path : path.replace(/(\.log)?$/, `.${age}$1`));
  for (let age = KEPT - 1; age >= 0; age -= 1) {
    if (existsSync(nameOf(age))) renameSync(nameOf(age), nameOf(age + 1));
  }
  return openSync(path, 'w', 0o600);
}

const format = prettyFactory({
  colorize: process.stderr.isTTY,
  ignore: 'pid,hostname,name',
  translateTime: 'SYS:HH:MM:ss',
  singleLine: true,
});

/** Formats a line for the terminal: log entries pretty-printed, other text unchanged, prefixed with the process name. @internal For its test. */
export function readableLog(name: string, line: string): string {
  const text = line.startsWith('{') ? format(`${line}\n`) : line;
  return String(text)
    .trimEnd()
    .split('\n')
    .map((part) => `[${name}] ${part}\n`)
    .join('');
}

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

export interface ChildOptions {
  name: string;
  file: string;
  args?: string[];
  /** Options of Node itself. */
  nodeFlags?: readonly string[];
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
    execArgv: [...(options.nodeFlags ?? [])],
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
