import { row, type SqlClient } from '#services/platform/database/sql.ts';

/** Words of a search that are compared; the index needs no more to find few rows. */
const maxWords = 8;
/** Rows that are ranked. A search that matches more is too short to rank them. */
const maxRanked = 200;

/** Returns the words of a search in the form of the indexed texts: lower case, without accents and punctuation. */
export async function foldWords(db: SqlClient, text: string): Promise<string[]> {
  const folded = await row<{ words: string }>(db, 'SELECT course_words($1) AS words', [text]);
  const words = folded?.words.split(' ').filter(Boolean) ?? [];
  return [...new Set(words)].slice(0, maxWords);
}

/**
 * Returns the LIKE patterns of words: a part of an indexed word. Trigrams find one or two letters only where a word begins.
 * Words contain letters and digits only, so nothing is escaped.
 */
export const patternsOf = (words: readonly string[]): string[] =>
  words.map((word) => (word.length < 3 ? `% ${word}%` : `%${word}%`));

/**
 * Returns SQL for the rows whose text has all patterns, in no order. The limit within keeps the planner from reading a table
 * in the order of the result until enough rows match.
 *
 * @param from table with its alias, such as `users u`
 * @param text SQL of an indexed text
 * @param firstValue number of the parameter of the first pattern
 */
export function matchesSql(
  select: { columns: string; from: string; text: string; where?: string },
  patterns: readonly string[],
  firstValue: number,
): string {
  const where = select.where ? ` AND ${select.where}` : '';
  const matches = hasPatterns(select.text, patterns, firstValue);
  return `SELECT ${select.columns} FROM ${select.from} WHERE ${matches}${where} LIMIT ${maxRanked}`;
}

/** SQL condition: an indexed text has all patterns, of which there is at least one. */
export const hasPatterns = (text: string, patterns: readonly string[], firstValue: number): string =>
  patterns.map((_, index) => `${text} LIKE $${firstValue + index}`).join(' AND ');
