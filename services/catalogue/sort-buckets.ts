/** Number of buckets in a sort order. They had equally many courses when `rebuild_search()` ran. */
export const sortBuckets = 256;

const lexemePrefixes = { rating: '=r:', price: '=c:', newest: '=n:' } as const;

/**
 * Returns a tsquery of the courses in the first `count` buckets of a sort order. Lexemes end with the bucket as two
 * hexadecimal digits, so that sixteen buckets are one prefix.
 */
export function firstBuckets(order: keyof typeof lexemePrefixes, count: number): string {
  const prefix = lexemePrefixes[order];
  const sixteens = Math.floor(count / 16);
  const digit = (value: number) => value.toString(16);
  return [
    ...Array.from({ length: sixteens }, (_, first) => `'${prefix}${digit(first)}':*`),
    ...Array.from({ length: count % 16 }, (_, second) => `'${prefix}${digit(sixteens)}${digit(second)}'`),
  ].join(' | ');
}
