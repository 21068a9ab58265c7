import { type Child, type ChildOptions, startChild } from './start-child.ts';
import { watchSources } from './watch-sources.ts';

/** Longest wait for a process to end before its successor starts, in milliseconds. */
const RESTART_GRACE_PERIOD_MS = 3_000;

/**
 * Starts a process that is restarted when a file of `folders` changes (development). A process that ends by itself,
 * because of an error in the code, is started again after the next change; only its first start may fail.
 */
export function startWatchedChild(options: ChildOptions, folders: readonly string[]): Child {
  const say = (text: string) => process.stderr.write(`[${options.name}] ${text}\n`);
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<string>();
  const { promise: ready, resolve: resolveReady, reject: rejectReady } = Promise.withResolvers<void>();
  let isEnding = false;
  let isRestarting = false;
  let isChanged = false;
  let current = start();

  function start(): Child {
    const child = startChild(options);
    // A restart that ends the process before it is ready is not a failure.
    child.ready.then(resolveReady, (error) => !isRestarting && rejectReady(error));
    // oxlint-disable-next-line typescript/no-floating-promises -- it only prints
    void child.ended.then((how) => {
      if (child === current && !isEnding && !isRestarting)
        say(`${how}; it starts again after the next change`);
    });
    return child;
  }

  const restart = async () => {
    isChanged = true;
    if (isRestarting) return;
    isRestarting = true;
    while (isChanged && !isEnding) {
      isChanged = false;
      await current.end(RESTART_GRACE_PERIOD_MS);
      if (isEnding) break;
      say('restarted after a change');
      current = start();
    }
    isRestarting = false;
  };
  const sources = watchSources(folders, () => void restart());
  const isReady = Promise.all([ready, sources.isWatching]).then(() => undefined);
  isReady.catch(() => undefined);

  return {
    name: options.name,
    get pid() {
      return current.pid;
    },
    ready: isReady,
    ended,
    async end(gracePeriodMs) {
      isEnding = true;
      await sources.stop();
      await current.end(gracePeriodMs);
      resolveEnded(await current.ended);
    },
  };
}
