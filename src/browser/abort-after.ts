/** A time limit of a call, combined with the caller's own signal. */
interface CallLimit {
  signal: AbortSignal;
  /** Whether the time ran out. */
  isTimedOut: () => boolean;
  /** Stops the timer; called when the call has ended. */
  release: () => void;
}

/**
 * Returns a signal that aborts after `timeoutMs`, or when `signal` does. Not `AbortSignal.any` and
 * `AbortSignal.timeout`, which the oldest supported browsers lack.
 */
export function abortAfter(timeoutMs: number, signal?: AbortSignal): CallLimit {
  const controller = new AbortController();
  let isTimedOut = false;
  const abort = () => controller.abort();
  const timer = setTimeout(() => {
    isTimedOut = true;
    abort();
  }, timeoutMs);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const release = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, isTimedOut: () => isTimedOut, release };
}
