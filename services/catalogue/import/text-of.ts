/** Returns a scalar of a file as trimmed text. An object of a JSON file is none: its own `toString` may be anything. */
export function textOf(value: unknown): string {
  return typeof value === 'object' ? '' : String(value ?? '').trim();
}
