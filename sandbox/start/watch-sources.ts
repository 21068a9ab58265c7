import { basename } from 'node:path';
import { watch } from 'chokidar';

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
export function watchSources(
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
