import { isRunByNpm } from '#services/platform/config.ts';

/** npm passes Ctrl-C on although the terminal already delivered it: what follows this fast is the same one. */
const SAME_REQUEST_MS = 500;
const PARENT_CHECK_MS = 500;

/** Calls `first` when this process is asked to end, and `again` when it is asked once more. */
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
  // npm killed with -9 passes nothing on; we would live on with nobody to end us.
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    request();
  }, PARENT_CHECK_MS);
  check.unref();
}
