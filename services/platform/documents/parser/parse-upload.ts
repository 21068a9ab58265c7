import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parserEnvironment } from '../../config.ts';
import { unavailable } from '../../errors.ts';
import { createFairQueue } from '../../fair-queue.ts';
import { parserLimits } from './limits.ts';
import type { ParserCall, ParserReply, tasks } from './parser.ts';

type Tasks = typeof tasks;
/** The result of a task; `unreadable` when the process was ended or crashed. */
type Parsed<N extends keyof Tasks> = Awaited<ReturnType<Tasks[N]>> | { problem: 'unreadable' };

const file = fileURLToPath(new URL('./parser.ts', import.meta.url));
const startMs = 15_000;
// For a process that is stopped or waits; one that works is ended by its processor time.
const taskMs = 30_000;
const idleMs = 30_000;

// One at a time, so that a process that is killed takes one file with it and memory is bounded.
const inTurn = createFairQueue({
  maxRunning: 1,
  maxWaiting: 40,
  maxWaitingPerSource: 8,
  overloaded: 'Many files are being uploaded right now. Please try again.',
});

/**
 * Parses an upload in a process of its own, which has no settings and no connections, and is ended when it exceeds
 * {@link parserLimits}. It is started with the first file and used again.
 *
 * @param source the uploader, such as an account; sources take turns.
 * @throws {HttpError} 503 when too many files are queued or no process can be started.
 */
export function parseUpload<N extends keyof Tasks>(
  name: N,
  input: Parameters<Tasks[N]>[0],
  source: string,
): Promise<Parsed<N>> {
  const work = async (): Promise<Parsed<N>> => {
    const reply = await call({ name, input });
    if (reply === 'ended') return { problem: 'unreadable' };
    if ('error' in reply) throw new Error(`The parser of uploads failed: ${reply.error}`);
    return reply.output as Parsed<N>;
  };
  return inTurn(work, source);
}

async function call(task: ParserCall): Promise<ParserReply | 'ended'> {
  const used = takeIdle();
  const reply = (used && (await send(used, task))) ?? (await send(await start(), task));
  if (!reply) throw cannotStart();
  return reply;
}

/** Returns the reply; `ended` when the process ended with this file, undefined when it had ended before. */
async function send(parser: ChildProcess, task: ParserCall): Promise<ParserReply | 'ended' | undefined> {
  let isTaken = false;
  parser.ref();
  parser.channel?.ref();
  parser.send(task, () => {});
  const reply = await waitFor<ParserReply>(parser, taskMs, (message) => {
    if (message === 'taken') isTaken = true;
    return message !== 'taken';
  });
  if (reply?.isReusable) keepIdle(parser);
  else parser.kill('SIGKILL');
  return reply ?? (isTaken ? 'ended' : undefined);
}

const cannotStart = () => unavailable('Files cannot be read right now. Please try again.', 2);

let idle: { parser: ChildProcess; timer: NodeJS.Timeout } | undefined;

function takeIdle(): ChildProcess | undefined {
  if (!idle) return undefined;
  const { parser, timer } = idle;
  clearTimeout(timer);
  idle = undefined;
  return parser.connected ? parser : undefined;
}

// An idle process keeps no other one alive, and ends when the channel closes with this process.
function keepIdle(parser: ChildProcess): void {
  parser.unref();
  parser.channel?.unref();
  const timer = setTimeout(() => takeIdle()?.disconnect(), idleMs).unref();
  idle = { parser, timer };
}

async function start(): Promise<ChildProcess> {
  const parser = fork(file, [], {
    env: parserEnvironment(),
    execArgv: [`--max-old-space-size=${parserLimits.heapMb}`, '--max-semi-space-size=4'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (await waitFor(parser, startMs, (message) => message === 'ready')) return parser;
  parser.kill('SIGKILL');
  throw cannotStart();
}

/** Returns the message that is awaited; undefined when the process ends, cannot be started, or exceeds the time limit. */
function waitFor<T>(
  parser: ChildProcess,
  limitMs: number,
  isAwaited: (message: unknown) => boolean,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const finish = (message?: unknown) => {
      clearTimeout(timer);
      parser.off('message', receive).off('exit', end).off('error', end);
      resolve(message as T | undefined);
    };
    const receive = (message: unknown) => {
      if (isAwaited(message)) finish(message);
    };
    const end = () => finish();
    const timer = setTimeout(end, limitMs);
    parser.on('message', receive).on('exit', end).on('error', end);
  });
}
