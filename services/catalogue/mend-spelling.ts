import type pg from 'pg';
import type { AskedWord } from './understand-query.ts';

/**
 * The typed words with each one that no course has replaced by the most alike that some course has. Undefined
 * when every word is known, or when nothing is alike.
 */
export async function mendSpelling(pool: pg.Pool, words: readonly AskedWord[]): Promise<string | undefined> {
  const typed = words.filter(({ isTyped }) => isTyped);
  const unknown = typed.filter(({ atLeast }) => atLeast === 0).map(({ word }) => word);
  if (unknown.length === 0) return undefined;
  const { rows } = await pool.query<{ word: string; mended: string | null }>({
    name: 'mend-spelling',
    text: `
      SELECT asked.word, (
        SELECT known.word FROM catalogue_words AS known
        WHERE known.word % asked.word AND known.n > 0 AND (known.word < '^' OR known.word > '_')
        ORDER BY similarity(known.word, asked.word) DESC, known.n DESC, known.word LIMIT 1) AS mended
      FROM unnest($1::text[]) AS asked (word)`,
    values: [unknown],
  });
  const mended = new Map(rows.map((row) => [row.word, row.mended]));
  if (rows.some((row) => row.mended === null)) return undefined;
  return typed.map(({ word }) => mended.get(word) ?? word).join(' ');
}
