/** Thrown when `work` exceeds its time limit; the work itself continues and may still succeed or fail. */
class TimedOut extends Error {
  override name = 'TimedOut';
}

/** Waits for `work` for at most `limitMs`, then rejects with {@link TimedOut}. */
export async function withTimeout<T>(work: Promise<T>, limitMs: number, what: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimedOut(`${what} took longer than ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    // The work may reject after the time limit, which would be an unhandled rejection.
    work.catch(() => {});
  }
}
