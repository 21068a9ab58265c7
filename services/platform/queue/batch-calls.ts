interface Waiting<Key, Result> {
  readonly key: Key;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
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
  let waiting: Waiting<Key, Result>[] = [];
  let isRunning = false;

  const settle = async (batch: readonly Waiting<Key, Result>[]): Promise<void> => {
    try {
      const results = await call(batch.map(({ key }) => key));
      for (const [place, { resolve }] of batch.entries()) resolve(results[place] as Result);
    } catch (error) {
      if (batch.length > 1) await Promise.all(batch.map((one) => settle([one])));
      else batch[0]?.reject(error);
    }
  };

  const run = async () => {
    isRunning = true;
    // Jobs that the queue delivers in one response ask in the same turn.
    await new Promise(setImmediate);
    for (let batch = waiting; batch.length > 0; batch = waiting) {
      waiting = [];
      await settle(batch);
    }
    isRunning = false;
  };

  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ key, resolve, reject });
    // oxlint-disable-next-line typescript/no-floating-promises -- `settle` passes each error to its caller
    if (!isRunning) void run();
    return promise;
  };
}
