/** A spelling at Damerau-Levenshtein distance 1 of a word. */
export interface NearbySpelling {
  spelling: string;
  /** Two adjacent letters are transposed: all letters are right, so this is preferred to the other edits. */
  isTransposed: boolean;
}

// Above this length trigrams (pg_trgm) find replaced and missing letters; a shorter word shares too few trigrams
// with its correction.
const longestShortWord = 5;
// Limits the number of candidates for long input; no indexed word is longer.
const longestWord = 30;
const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * Returns the spellings at Damerau-Levenshtein distance 1 that a trigram search can miss: transposed letters and one
 * letter too many for every word; one letter replaced or missing (a to z) for words of at most 5 letters.
 * Empty for a word of more than 30 letters.
 */
export function nearbySpellings(word: string): NearbySpelling[] {
  const characters = [...word];
  if (characters.length > longestWord) return [];
  const without = (at: number, length: number, inserted: readonly string[]) =>
    [...characters.slice(0, at), ...inserted, ...characters.slice(at + length)].join('');
  const transposed = new Set<string>();
  const edited = new Set<string>();
  for (const [at, character] of characters.entries()) {
    const next = characters[at + 1];
    if (next !== undefined && next !== character) transposed.add(without(at, 2, [next, character]));
    if (characters.length > 2) edited.add(without(at, 1, []));
  }
  if (characters.length > 2 && characters.length <= longestShortWord) {
    for (let at = 0; at <= characters.length; at += 1) {
      for (const letter of letters) {
        edited.add(without(at, 0, [letter]));
        if (at < characters.length) edited.add(without(at, 1, [letter]));
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
