import { rows, type SqlClient } from '#services/platform/database/sql.ts';
import { foldWords, matchesSql, patternsOf } from './match-words.ts';
import type { ParsedSearch } from './parse-search.ts';

/** SQL: name, address and phone number of a person `u`, as in the index users_words. */
export const personText = `(' ' || course_words(u.full_name || ' ' || u.email) || ' ' ||
  regexp_replace(coalesce(u.phone_number, ''), '[^0-9]', '', 'g'))`;

/**
 * Returns the ids of learners and sponsors by name, e-mail address, phone number or id: parts of words, in any order. An
 * exact address or id comes first, then the same name, then the newest.
 *
 * @param limit most ids
 */
export async function findPeople(
  db: SqlClient,
  search: string,
  { id, phone }: Pick<ParsedSearch, 'id' | 'phone'>,
  limit: number,
): Promise<string[]> {
  const words = await foldWords(db, search);
  const patterns = phone ? [`%${phone}%`] : patternsOf(words);
  const values: unknown[] = [search.toLowerCase()];
  const exact = (condition: string) =>
    `SELECT u.id, u.created_at, 0 AS rank FROM users u WHERE u.role <> 'operator' AND ${condition}`;
  const selects = [exact('u.email = $1')];
  if (id) selects.push(exact(`u.id = $${values.push(id)}::uuid`));
  if (patterns.length > 0) {
    const name = values.push(words.join(' '));
    const columns = `u.id, u.created_at, CASE WHEN course_words(u.full_name) = $${name} THEN 1 ELSE 2 END AS rank`;
    const where = `u.role <> 'operator'`;
    const select = { columns, from: 'users u', text: personText, where };
    selects.push(`(${matchesSql(select, patterns, values.length + 1)})`);
    values.push(...patterns);
  }
  const people = await rows<{ id: string }>(
    db,
    `SELECT id FROM (${selects.join(' UNION ALL ')}) AS matches
     GROUP BY id, created_at ORDER BY min(rank), created_at DESC, id LIMIT ${limit}`,
    values,
  );
  return people.map(({ id: personId }) => personId);
}
