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
