import { type Child, type ChildOptions, startChild } from './start-child.ts';

/**
 * Starts a process, and starts it again each time it ends with the exit code `code`, with which it asks for that; for every
 * other end see {@link startChild}.
 */
export function startRestartedChild(options: ChildOptions, code: number): Child {
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  let isEnding = false;
  const start = (): Child => {
    const child = startChild(options);
    void child.ended.then((how) => {
      if (isEnding || how !== `ended with code ${code}`) return resolve(how);
      process.stderr.write(`[${options.name}] ${how}; it starts again\n`);
      current = start();
    });
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
