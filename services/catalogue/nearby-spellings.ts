/** A spelling at Damerau-Levenshtein distance 1 of a word. */
export interface NearbySpelling {
  spelling: string;
  /** Two adjacent letters are transposed: all letters are right, so this is preferred to the other edits. */
  isTransposed: boolean;
}

// Trigrams (pg_trgm) find replaced and missing letters of longer words; a short word shares too few with its
// correction.
const longestShortWord = 5;
// No word of a course is longer; what is typed can be.
const longestWord = 30;
const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * Returns the spellings at Damerau-Levenshtein distance 1 that a trigram search can miss: transposed letters and one
 * letter too many for every word; one letter replaced or missing (a to z) for words of at most 5 letters.
 * Empty for a word of more than 30 letters.
 */
export function nearbySpellings(word: string): NearbySpelling[] {
  const signs = [...word];
  if (signs.length > longestWord) return [];
  const without = (at: number, length: number, inserted: readonly string[]) =>
    [...signs.slice(0, at), ...inserted, ...signs.slice(at + length)].join('');
  const transposed = new Set<string>();
  const edited = new Set<string>();
  for (const [at, sign] of signs.entries()) {
    const next = signs[at + 1];
    if (next !== undefined && next !== sign) transposed.add(without(at, 2, [next, sign]));
    if (signs.length > 2) edited.add(without(at, 1, []));
  }
  if (signs.length > 2 && signs.length <= longestShortWord) {
    for (let at = 0; at <= signs.length; at += 1) {
      for (const letter of letters) {
        edited.add(without(at, 0, [letter]));
        if (at < signs.length) edited.add(without(at, 1, [letter]));
      }
    }
  }
  edited.delete(word);
  return [
    ...[...transposed].map((spelling) => ({ spelling, isTransposed: true })),
    ...[...edited]
      .filter((spelling) => !transposed.has(spelling))
      .map((spelling) => ({ spelling, isTransposed: false })),
  ];
}
