import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductProcess } from '#tests/support/product/product-process.ts';

/** How long the supervisor waits before it starts what died. */
const restartAfterMs = 500;
const lastCharacters = 4_000;

/** A process that is started again when it ends. Only ids that were recorded at its start are signalled. */
export interface Supervised {
  name: string;
  readonly pid: number;
  readonly starts: number;
  /** Last lines of each process that has ended, however it did. */
  readonly ended: readonly string[];
  /** Last lines of its log. */
  readonly output: string;
  /** kill -9, and the wait until its successor is ready. */
  kill(): Promise<void>;
  /** SIGSTOP; the returned function is SIGCONT. */
  pause(): () => void;
  /** SIGTERM, and the wait until its successor is ready. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a process and supervises it. */
export async function supervise(name: string, start: () => Promise<ProductProcess>): Promise<Supervised> {
  let current = await start();
  let starts = 1;
  const ended: string[] = [];
  let isStopping = false;
  let ready = Promise.resolve();
  const watch = (process: ProductProcess) => {
    // oxlint-disable-next-line typescript/no-floating-promises -- it starts the process again after an error
    void process.ended.then(() => {
      ended.push(process.output.slice(-lastCharacters));
      if (!isStopping) ready = startAgain();
    });
  };
  const startAgain = async (): Promise<void> => {
    while (!isStopping) {
      await sleep(restartAfterMs);
      try {
        const next = await start();
        current = next;
        starts += 1;
        if (isStopping) await next.kill();
        else watch(next);
        return;
      } catch {
        // The database may be unavailable: the next attempt follows.
      }
    }
  };
  watch(current);
  const succeeded = async () => {
    // The handler of `ended` replaces `ready` in a microtask.
    await sleep(0);
    await ready;
  };
  return {
    name,
    get pid() {
      return current.pid;
    },
    get starts() {
      return starts;
    },
    get output() {
      return current.output.slice(-lastCharacters);
    },
    ended,
    async kill() {
      await ready;
      await current.kill();
      await succeeded();
    },
    pause() {
      const { pid } = current;
      process.kill(pid, 'SIGSTOP');
      return () => resume(pid);
    },
    async restart() {
      await ready;
      await current.end();
      await succeeded();
    },
    async stop() {
      isStopping = true;
      await ready;
      // A run that is interrupted may leave it paused.
      resume(current.pid);
      await current.end();
    },
  };
}

function resume(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // It has ended.
  }
}
