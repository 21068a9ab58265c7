import type { CourseQuery } from '#contracts/catalogue/catalogue.ts';
import { facetTotalsSql, openLexemes } from './facet-totals.ts';
import type { CountedFacet } from './present-facets.ts';

/** The row of {@link parseQuerySql}. */
export interface ParsedRow {
  /** Number of courses with each facet of `lexemes`. */
  counts: Record<string, number>;
  words: Word[] | null;
  tags: { lexeme: string; n: number }[] | null;
  platforms: { lexeme: string; n: number; is_exact: boolean }[] | null;
  /** Facet counts of a query that only filters, by at most one tag. */
  totals: (CountedFacet & { n: number })[] | null;
}

interface Word {
  word: string;
  is_prefix: boolean;
  is_typed: boolean;
  least: number;
  most: number;
  variants: number;
  is_whole: boolean;
  titles: number;
}

// A prefix range ends with U+10FFFF, the highest code point of the "C" collation.
const wordCounts = `
  SELECT word, at, is_prefix, at > 0 AS is_typed, w.*, t.titles FROM terms,
  LATERAL (SELECT coalesce(max(n), 0) AS least, coalesce(sum(n), 0) AS most, count(*) AS variants,
    coalesce(bool_and(found.word = terms.word), true) AS is_whole FROM (
    SELECT c.word, n FROM catalogue_words c WHERE n > 0 AND c.word >= terms.word
      AND c.word <= CASE WHEN is_prefix THEN terms.word || U&'\\+10FFFF' ELSE terms.word END LIMIT 200) AS found) AS w,
  LATERAL (SELECT coalesce(max(n), 0) AS titles FROM (
    SELECT n FROM catalogue_words c WHERE n > 0 AND c.word >= '^' || terms.word
      AND c.word <= CASE WHEN is_prefix THEN '^' || terms.word || U&'\\+10FFFF' ELSE '^' || terms.word END LIMIT 200
    ) AS found) AS t`;

const typedWords = (text: string) => `
  SELECT word, at, at = max(at) OVER () AS is_prefix
  FROM string_to_table(course_words(${text}), ' ') WITH ORDINALITY AS w (word, at) WHERE word <> ''`;

const wordsOfUnknownTags = `
  SELECT word, 0 AS at, nth = max(nth) OVER (PARTITION BY place) AS is_prefix
  FROM tags, string_to_table(words, ' ') WITH ORDINALITY AS w (word, nth) WHERE lexeme IS NULL`;

const knownTags = (tags: string) => `
  SELECT place, words, f.lexeme, f.n
  FROM unnest(${tags}) WITH ORDINALITY AS given (tag, place), course_words(tag) AS words
  LEFT JOIN course_facets f ON f.lexeme = '=t:' || replace(words, ' ', '-') AND f.n > 0
  WHERE words <> ''`;

const namedPlatforms = (platform: string) => `
  SELECT lexeme, n, lexeme = '=p:' || name AS is_exact
  FROM replace(course_words(${platform}), ' ', '-') AS name, course_facets
  WHERE name <> '' AND n > 0 AND lexeme > '=p:' AND lexeme < '=p;' AND lexeme ~ ('^=p:(.*-)?' || name)`;

const onlyTag = `(SELECT min(lexeme) FROM tags HAVING count(*) = 1)`;
const chosenPlatforms = `ARRAY(
  SELECT lexeme FROM platforms WHERE is_exact = (SELECT bool_or(is_exact) FROM platforms))`;

/**
 * Returns the statement that normalizes the texts of a query like the indexed courses and looks up how frequent its
 * words and facets are; for a query without words also its facet counts. It contains only what the query has: PostgreSQL prepares each table of a statement for every
 * run, which costs as much as reading it.
 *
 * @param lexemes facets to count
 */
export function parseQuerySql(
  query: Pick<CourseQuery, 'search' | 'platform' | 'level' | 'status'>,
  tags: readonly string[],
  lexemes: readonly string[],
): { text: string; values: unknown[] } {
  const values: unknown[] = [lexemes];
  const bind = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const parts: string[] = [];
  const terms: string[] = [];
  if (query.search !== '') terms.push(typedWords(bind(query.search, 'text')));
  if (tags.length > 0) {
    parts.push(`tags AS (${knownTags(bind(tags, 'text[]'))})`);
    terms.push(wordsOfUnknownTags);
  }
  if (terms.length > 0) parts.push(`terms AS (${terms.join(' UNION ALL ')})`, `counted AS (${wordCounts})`);
  if (query.platform !== '') parts.push(`platforms AS (${namedPlatforms(bind(query.platform, 'text'))})`);
  const open = openLexemes(query);
  const totals = () =>
    facetTotalsSql({
      tag: tags.length > 0 ? onlyTag : `''`,
      levels: bind(open.levels, 'text[]'),
      statuses: bind(open.statuses, 'text[]'),
      platforms: query.platform === '' ? undefined : chosenPlatforms,
    });
  const column = (name: string, sql: string | false) => `${sql ? `(${sql})` : 'NULL::json'} AS ${name}`;
  const columns = [
    column(
      'counts',
      `SELECT coalesce(json_object_agg(lexeme, n), '{}') FROM course_facets WHERE lexeme = ANY ($1)`,
    ),
    column('words', terms.length > 0 && 'SELECT json_agg(counted ORDER BY at) FROM counted'),
    column('tags', tags.length > 0 && 'SELECT json_agg(tags) FROM tags WHERE lexeme IS NOT NULL'),
    column('platforms', query.platform !== '' && 'SELECT json_agg(platforms) FROM platforms'),
    column('totals', query.search === '' && totals()),
  ];
  return {
    text: `${parts.length > 0 ? `WITH ${parts.join(', ')}` : ''} SELECT ${columns.join(', ')}`,
    values,
  };
}
