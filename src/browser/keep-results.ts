/**
 * Returns `make`, which returns what it made for a key the time before. Keeps at most `max` results, since on a server the keys are
 * chosen by others.
 */
export function keepResults<T>(make: (key: string) => T, max = 100): (key: string) => T {
  const kept = new Map<string, T>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= max) kept.clear();
    const made = make(key);
    kept.set(key, made);
    return made;
  };
}
