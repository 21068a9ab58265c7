const LONGEST_SLEEP_MS = 60_000;

/**
 * Calls `work` now, whenever it is woken, and when the time has come that it returned, or after 60 s.
 *
 * @param work returns when something is due next, in milliseconds since 1970; undefined waits until it is woken.
 */
export function startClock(work: () => number | undefined) {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function run(): void {
    const next = work();
    if (next !== undefined) sleep(Math.min(Math.max(Math.ceil(next - Date.now()), 0), LONGEST_SLEEP_MS));
  }
  function sleep(ms: number): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(run, ms);
  }

  sleep(0);
  return {
    /** Calls `work` immediately, after an addition or a changed setting. */
    wake: () => sleep(0),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
