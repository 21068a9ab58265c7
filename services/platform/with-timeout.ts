/** The time given to some work is over; the work itself may still end either way. */
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
    // Whatever the work comes to after its time is over is nobody's unhandled rejection.
    work.catch(() => {});
  }
}
