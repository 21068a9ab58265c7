/**
 * Returns a signal that aborts after `timeoutMs`, or when `signal` does. Not `AbortSignal.any` and
 * `AbortSignal.timeout`, which the oldest supported browsers lack.
 */
export function abortAfter(timeoutMs: number, signal?: AbortSignal) {
  const controller = new AbortController();
  let isTimedOut = false;
  const abort = () => controller.abort();
  const timer = setTimeout(() => {
    isTimedOut = true;
    abort();
  }, timeoutMs);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    /** Whether the time ran out. */
    isTimedOut: () => isTimedOut,
    /** Stops the timer; called when the call has ended. */
    release() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}
