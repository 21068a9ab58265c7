/**
 * Shares of the catalogue that the parts of the index of words hold, as the database's `search_part()` deals them.
 * Each part is as large as all before it: looking through them in turn until there are enough matches costs little
 * where many match, and little more than one look where few do.
 */
const shares = [1 / 64, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2];

/** A SELECT of `columns` of all that matches the tsquery `$1`, part by part; a LIMIT ends it early. */
export function selectByParts(columns: string): string {
  return shares
    .map((_, part) => `SELECT ${columns} FROM course_search WHERE part = ${part} AND doc @@ $1::tsquery`)
    .join(' UNION ALL ');
}

/** About how many match in all, when `found` matches were found before the look ended inside `lastPart`. */
export function estimateMatches(found: number, lastPart: number): number {
  const before = shares.slice(0, lastPart).reduce((sum, share) => sum + share, 0);
  return found / (before + (shares[lastPart] ?? 0) / 2);
}
