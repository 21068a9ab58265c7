import type pg from 'pg';
import { rows } from '#services/platform/database/sql.ts';
import type { QueryTerm } from './parse-query.ts';
import { isKnownWord } from './thesaurus.ts';

/** A spelling at Damerau-Levenshtein distance 1 of a word. */
interface NearbySpelling {
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
 * Empty for a word of more than 30 letters. @internal Its test tries many words.
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

// Tries in this order and stops at the first match: a known word at distance 1; for the last word, which may be
// unfinished, a known word with the transposed letters as prefix; the known word with the most similar trigrams.
const correct = `
  SELECT coalesce(
    (SELECT known.word
      FROM unnest($2::text[], $3::int[], $4::bool[]) AS near (word, place, is_transposed)
      JOIN catalogue_words AS known USING (word)
      WHERE near.place = unknown.place AND known.n > 0
      ORDER BY near.is_transposed DESC, known.n DESC, known.word LIMIT 1),
    (SELECT begun.word
      FROM unnest($2::text[], $3::int[], $4::bool[]) AS near (word, place, is_transposed),
      LATERAL (SELECT known.word, known.n FROM catalogue_words AS known
        WHERE known.n > 0 AND known.word >= near.word AND known.word <= near.word || U&'\\+10FFFF' LIMIT 200) AS begun
      WHERE near.place = unknown.place AND near.is_transposed AND length(near.word) > 3 AND unknown.is_last
      ORDER BY begun.n DESC, begun.word LIMIT 1),
    (SELECT known.word FROM catalogue_words AS known
      WHERE known.word % unknown.word AND known.n > 0 AND (known.word < '^' OR known.word > '_')
      ORDER BY similarity(known.word, unknown.word) DESC, known.n DESC, known.word LIMIT 1)) AS corrected
  FROM unnest($1::text[], $5::bool[]) WITH ORDINALITY AS unknown (word, is_last, place) ORDER BY place`;

/** Typed words with corrections. */
interface CorrectedWords {
  /** Undefined where no known word is near. */
  words: (string | undefined)[];
  /** Whether every word is now one of a course. */
  isComplete: boolean;
}

/**
 * Returns the words with each one that neither a course nor the thesaurus has replaced by the nearest known word.
 * Undefined when there is none to replace.
 */
export async function correctSpelling(
  pool: pg.Pool,
  typed: readonly QueryTerm[],
): Promise<CorrectedWords | undefined> {
  const unknown = typed.filter(({ word, atLeast }) => atLeast === 0 && !isKnownWord(word));
  if (unknown.length === 0) return undefined;
  const near = unknown.flatMap(({ word }, index) =>
    nearbySpellings(word).map((spelling) => ({ ...spelling, place: index + 1 })),
  );
  const nearest = await rows<{ corrected: string | null }>(pool, correct, [
    unknown.map(({ word }) => word),
    near.map(({ spelling }) => spelling),
    near.map(({ place }) => place),
    near.map(({ isTransposed }) => isTransposed),
    unknown.map((word) => word === typed.at(-1)),
  ]);
  const corrections = new Map(unknown.map((term, index) => [term, nearest[index]?.corrected ?? undefined]));
  return {
    words: typed.map((term) => (corrections.has(term) ? corrections.get(term) : term.word)),
    isComplete: typed.every((term) => term.atLeast > 0 || corrections.get(term) !== undefined),
  };
}
