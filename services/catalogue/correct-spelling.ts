import type pg from 'pg';
import { rows } from '#services/platform/database/sql.ts';
import { nearbySpellings } from './nearby-spellings.ts';
import type { QueryTerm } from './parse-query.ts';

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

/**
 * Returns the typed words with each unknown one replaced by the nearest known word. Undefined when every word is
 * known, or when one has no known word near it.
 */
export async function correctSpelling(
  pool: pg.Pool,
  words: readonly QueryTerm[],
): Promise<string | undefined> {
  const typed = words.filter(({ isTyped }) => isTyped);
  const unknown = typed.filter(({ atLeast }) => atLeast === 0);
  if (unknown.length === 0) return undefined;
  const near = unknown.flatMap(({ word }, index) =>
    nearbySpellings(word).map((one) => ({ ...one, place: index + 1 })),
  );
  const found = await rows<{ corrected: string | null }>(pool, correct, [
    unknown.map(({ word }) => word),
    near.map(({ spelling }) => spelling),
    near.map(({ place }) => place),
    near.map(({ isTransposed }) => isTransposed),
    unknown.map((word) => word === typed.at(-1)),
  ]);
  if (found.some(({ corrected }) => corrected === null)) return undefined;
  const corrections = new Map(unknown.map((word, index) => [word, found[index]?.corrected]));
  return typed.map((word) => corrections.get(word) ?? word.word).join(' ');
}
