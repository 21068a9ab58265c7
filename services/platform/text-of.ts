/** Returns a scalar from outside as trimmed text; '' for an object, whose own `toString` may be anything. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim()
    : '';
}
