import { STUCK_EXIT_CODE } from '#workers/runtime/watchdog.ts';
import { type Child, type ChildOptions, startChild } from './start-child.ts';

/** How a process ends that makes no progress, or whose event loop stands still. */
const restarted = [`ended with code ${STUCK_EXIT_CODE}`, 'ended with signal SIGKILL'];

/**
 * Starts a process of the product, and starts it again each time its watchdogs end it or it is killed, as a supervisor
 * of containers does; for every other end see {@link startChild}.
 */
export function startRestartedChild(options: ChildOptions): Child {
  const { promise: ended, resolve, reject } = Promise.withResolvers<string>();
  let isEnding = false;
  const start = (): Child => {
    const child = startChild(options);
    child.ended
      .then((how) => {
        if (isEnding || !restarted.includes(how)) return resolve(how);
        process.stderr.write(`[${options.name}] ${how}; it starts again\n`);
        current = start();
      })
      .catch(reject);
    return child;
  };
  let current = start();
  const { ready } = current;
  return {
    name: options.name,
    get pid() {
      return current.pid;
    },
    ready,
    ended,
    async end(gracePeriodMs) {
      isEnding = true;
      await current.end(gracePeriodMs);
      await ended;
    },
  };
}
