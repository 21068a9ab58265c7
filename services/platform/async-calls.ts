/**
 * Returns a function that calls `load` the first time and returns its result from then on. A rejection is not stored: the
 * next call loads again. Calls at the same time share one load.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

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

/**
 * Returns a function that collects keys while a call is in flight and passes them to the next one, so that concurrent
 * work shares round trips and a single caller does not wait.
 *
 * @param call returns one result per key, in the order of the keys; when it rejects, each key is called on its own, so
 *   that one key cannot fail the others.
 */
export function batchCalls<Key, Result>(
  call: (keys: readonly Key[]) => Promise<readonly Result[]>,
): (key: Key) => Promise<Result> {
  type Waiting = PromiseWithResolvers<Result> & { key: Key };
  let waiting: Waiting[] = [];
  let isRunning = false;

  const settle = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const results = await call(batch.map(({ key }) => key));
      for (const [place, { resolve }] of batch.entries()) resolve(results[place] as Result);
    } catch (error) {
      if (batch.length > 1) await Promise.all(batch.map((waiter) => settle([waiter])));
      else batch[0]?.reject(error);
    }
  };

  const run = async () => {
    isRunning = true;
    // Jobs that the queue delivers in one response call in the same turn.
    await new Promise(setImmediate);
    for (let batch = waiting; batch.length > 0; batch = waiting) {
      waiting = [];
      await settle(batch);
    }
    isRunning = false;
  };

  return (key) => {
    const result = Promise.withResolvers<Result>();
    waiting.push({ ...result, key });
    // oxlint-disable-next-line typescript/no-floating-promises -- `settle` passes each error to its caller
    if (!isRunning) void run();
    return result.promise;
  };
}
