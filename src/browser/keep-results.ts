/**
 * Returns `make`, which returns its earlier result for the same key. Keeps at most `max` results, since on a server the keys are
 * chosen by others.
 */
export function keepResults<T>(make: (key: string) => T, max = 100): (key: string) => T {
  const kept = new Map<string, T>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= max) kept.clear();
    const result = make(key);
    kept.set(key, result);
    return result;
  };
}
