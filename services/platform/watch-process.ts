import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Logger } from './log.ts';

const TICK_MS = 1_000;
/** Ticks of the thread without a turn of the event loop after which the process ends. */
const LIMIT_TICKS = 20;

/**
 * Ends this process by SIGKILL when its event loop has stood still for 20 s: it then runs no timer, no job and no call, and
 * cannot exit by itself. A thread measures the time by its own ticks, so that a process that was stopped, or whose machine
 * slept, is not ended. Does nothing in a process that was started with a debugger, whose breakpoints stop the event loop.
 *
 * @param what the process in the line that is printed, such as "The worker".
 */
export function watchEventLoop(what: string, log: Logger, tickMs = TICK_MS): void {
  if (inspector.url()) return;
  if (process.pid === 1)
    log.warn(
      'This process has the id 1, so that its watchdog cannot end it. Start the container with an init',
    );
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(turns, 0, 1), tickMs).unref();
  const message = `${what} ends: its event loop stood still for ${(LIMIT_TICKS * tickMs) / 1_000} s\n`;
  // Without the options of this process, whose modules would be loaded into the thread as well.
  new Worker(new URL('./watch-event-loop.thread.mjs', import.meta.url), {
    workerData: { turns, tickMs, limitTicks: LIMIT_TICKS, message },
    execArgv: [],
    env: {},
  })
    .on('error', (error) => log.error({ err: error }, 'The watchdog of the event loop has failed'))
    .unref();
}

/** Longest time from the shutdown signal to the exit, in milliseconds; below the 10 s after which containers are killed. */
const exitMs = 9_000;

/**
 * Watches for a request to shut down: SIGTERM, SIGINT or the loss of the parent process. Forces the exit when the graceful
 * shutdown hangs. Returns a signal that is aborted on the request, and a promise that is resolved.
 */
export function watchForShutdown(): { signal: AbortSignal; requested: Promise<void> } {
  const shutdown = new AbortController();
  const requested = Promise.withResolvers<void>();
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
    process.on(event, () => {
      if (shutdown.signal.aborted) return;
      setTimeout(() => process.exit(0), exitMs).unref();
      shutdown.abort();
      requested.resolve();
    });
  }
  return { signal: shutdown.signal, requested: requested.promise };
}
