import { isRunByNpm } from '#services/platform/config.ts';

/** npm forwards Ctrl-C although the terminal already delivered it: a second signal within this time is a duplicate. */
const SAME_REQUEST_MS = 500;
const PARENT_CHECK_MS = 500;

/** Calls `first` on the first stop signal, and `force` on the second. */
export function onStopSignal(first: () => void, force: () => void): void {
  let firstAt: number | undefined;
  const request = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      first();
    } else if (performance.now() - firstAt > SAME_REQUEST_MS) {
      force();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);

  if (!isRunByNpm()) return;
  // npm killed with -9 forwards no signal, so check whether the parent process has changed.
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    request();
  }, PARENT_CHECK_MS);
  check.unref();
}
