import { basename } from 'node:path';
import { watch } from 'chokidar';
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

/** Debounce: a git checkout writes many files in sequence. */
const SETTLE_MS = 150;
const SOURCE = /\.(ts|mjs|sql|json)$/;
const NO_SOURCE = /\.(test|journey|fault)\.ts$/;

/**
 * Calls `onChange` after files of these folders were changed, added, removed or replaced. Folders are watched, not
 * files: a watched file that is replaced (git checkout, editors that rename) reports nothing any more.
 *
 * `isWatching` resolves when every folder is watched: changes before are not noticed.
 */
function watchSources(
  folders: readonly string[],
  onChange: () => void,
): { isWatching: Promise<void>; stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch([...folders], {
    ignoreInitial: true,
    ignored: (path, stats) =>
      stats?.isFile() === true && (!SOURCE.test(path) || NO_SOURCE.test(basename(path))),
  });
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  });
  watcher.on('error', (error) => process.stderr.write(`Changes are not noticed any more: ${error}\n`));
  return {
    isWatching: new Promise((resolve) => watcher.once('ready', resolve)),
    stop() {
      clearTimeout(timer);
      return watcher.close();
    },
  };
}

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
