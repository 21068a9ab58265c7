/**
 * Share of the catalogue in each partition of the search table, as assigned by the database function `search_part()`.
 * Each is as large as all before it together: scanning them in turn until there are enough matches is cheap when many
 * match, and hardly slower than one scan when few do.
 */
const shares = [1 / 64, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2];

/** Returns a SELECT of all matches of the tsquery `$1`, partition by partition, so that a LIMIT stops it early. */
export function selectByParts(columns: string): string {
  return shares
    .map((_, part) => `SELECT ${columns} FROM course_search WHERE part = ${part} AND doc @@ $1::tsquery`)
    .join(' UNION ALL ');
}

/** Estimates the number of all matches when the search stopped in `lastPart` after `found` of them. */
export function estimateMatches(found: number, lastPart: number): number {
  const before = shares.slice(0, lastPart).reduce((sum, share) => sum + share, 0);
  return found / (before + (shares[lastPart] ?? 0) / 2);
}
