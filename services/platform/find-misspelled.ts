const SHORTEST = 5;
/** Names from this length on may differ in two places. */
const LONG = 8;

/**
 * Finds names within edit distance 1 of a known name (2 for names of 8 or more characters), where swapping two
 * neighbouring characters counts as one edit. A known name that is itself in `names` is not suggested.
 */
export function findMisspelled(
  names: readonly string[],
  known: readonly string[],
): { name: string; meant: string }[] {
  const missing = known.filter((one) => !names.includes(one));
  return names
    .filter((name) => name.length >= SHORTEST && !known.includes(name))
    .flatMap((name) => {
      const limit = name.length >= LONG ? 2 : 1;
      const meant = missing.find((one) => editDistance(name, one) <= limit);
      return meant === undefined ? [] : [{ name, meant }];
    });
}

// Optimal string alignment distance: Levenshtein with transpositions.
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const cheapest = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1));
      row.push(isSwap ? Math.min(cheapest, at(i - 2, j - 2) + 1) : cheapest);
    }
  }
  return at(a.length, b.length);
}
