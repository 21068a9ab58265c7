import type pg from 'pg';
import type { CourseQuery } from '#contracts/catalogue.ts';
import { row } from '#services/platform/database/sql.ts';
import { levelLexemes } from './level-lexemes.ts';

/** A search word with bounds of the number of courses that contain it. */
export interface QueryTerm {
  word: string;
  /** Matches by prefix: the last typed word, and the last word of a tag filter that is not a known tag. */
  isPrefix: boolean;
  /** From the search field, so its spelling may be corrected; words of the tag filter are not. */
  isTyped: boolean;
  atLeast: number;
  atMost: number;
  /** Lower bound of the number of courses with the word in the title. */
  titlesAtLeast: number;
}

/** A course query as lexemes of the search table. */
export interface ParsedQuery {
  words: QueryTerm[];
  /** A course must match one lexeme of each group; `n` is the number of courses that do. */
  facets: { oneOf: string[]; n: number }[];
  /** Number of courses in the catalogue. */
  size: number;
}

const maxWords = 12;

// A prefix range ends with U+10FFFF, the highest code point of the "C" collation.
const parseSql = `
  WITH tags AS (
    SELECT place, words, f.lexeme, f.n
    FROM unnest($3::text[]) WITH ORDINALITY AS given (tag, place), course_words(tag) AS words
    LEFT JOIN course_facets f ON f.lexeme = '=t:' || replace(words, ' ', '-') AND f.n > 0
    WHERE words <> ''
  ), typed AS (
    SELECT word, at, at = max(at) OVER () AS is_prefix
    FROM string_to_table(course_words($1), ' ') WITH ORDINALITY AS w (word, at) WHERE word <> ''
  ), terms AS (
    SELECT word, at, is_prefix FROM typed
    UNION ALL SELECT word, 0, nth = max(nth) OVER (PARTITION BY place)
    FROM tags, string_to_table(words, ' ') WITH ORDINALITY AS w (word, nth) WHERE lexeme IS NULL
  ), counted AS (
    SELECT word, at, is_prefix, at > 0 AS is_typed, w.*, t.titles FROM terms,
    LATERAL (SELECT coalesce(max(n), 0) AS least, coalesce(sum(n), 0) AS most, count(*) AS variants,
      coalesce(bool_and(found.word = terms.word), true) AS is_whole FROM (
      SELECT c.word, n FROM catalogue_words c WHERE n > 0 AND c.word >= terms.word
        AND c.word <= CASE WHEN is_prefix THEN terms.word || U&'\\+10FFFF' ELSE terms.word END LIMIT 200) AS found) AS w,
    LATERAL (SELECT coalesce(max(n), 0) AS titles FROM (
      SELECT n FROM catalogue_words c WHERE n > 0 AND c.word >= '^' || terms.word
        AND c.word <= CASE WHEN is_prefix THEN '^' || terms.word || U&'\\+10FFFF' ELSE '^' || terms.word END LIMIT 200
      ) AS found) AS t
  ), platforms AS (
    SELECT lexeme, n, lexeme = '=p:' || name AS is_exact
    FROM replace(course_words($2), ' ', '-') AS name, course_facets
    WHERE name <> '' AND n > 0 AND lexeme > '=p:' AND lexeme < '=p;' AND lexeme ~ ('^=p:(.*-)?' || name)
  )
  SELECT
    (SELECT coalesce(sum(n), 0)::int FROM course_facets WHERE lexeme IN ('=s:free', '=s:paid')) AS size,
    (SELECT coalesce(sum(n), 0)::int FROM course_facets WHERE lexeme = ANY ($4)) AS level,
    (SELECT coalesce(sum(n), 0)::int FROM course_facets WHERE lexeme = '=s:' || lower($5)) AS status,
    (SELECT coalesce(json_agg(counted ORDER BY at), '[]') FROM counted) AS words,
    (SELECT coalesce(json_agg(tags), '[]') FROM tags WHERE lexeme IS NOT NULL) AS tags,
    (SELECT coalesce(json_agg(platforms), '[]') FROM platforms) AS platforms`;

interface Row {
  size: number;
  level: number;
  status: number;
  words: {
    word: string;
    is_prefix: boolean;
    is_typed: boolean;
    least: number;
    most: number;
    variants: number;
    is_whole: boolean;
    titles: number;
  }[];
  tags: { lexeme: string; n: number }[];
  platforms: { lexeme: string; n: number; is_exact: boolean }[];
}

/** Normalizes a query like the indexed courses and looks up the frequency of each word and facet. */
export async function parseQuery(pool: pg.Pool, query: CourseQuery): Promise<ParsedQuery> {
  const tags = query.tags.split(',').filter((tag) => tag.trim() !== '');
  const levels = query.level === 'All' ? [] : levelLexemes(query.level);
  const found = await row<Row>(pool, parseSql, [query.search, query.platform, tags, levels, query.status]);
  if (!found) throw new Error('PostgreSQL returned no row');
  const words = found.words.slice(0, maxWords).map((one) => ({
    word: one.word,
    // A prefix match is slower; skip it when the only word with the prefix is the word itself.
    isPrefix: one.is_prefix && !one.is_whole,
    isTyped: one.is_typed,
    atLeast: one.least,
    // The lookup of words by prefix stops at 200, so with 200 variants the upper bound is unknown.
    atMost: one.variants < 200 ? one.most : found.size,
    titlesAtLeast: one.titles,
  }));
  const facets = found.tags.map(({ lexeme, n }) => ({ oneOf: [lexeme], n }));
  if (levels.length > 0) facets.push({ oneOf: levels, n: found.level });
  if (query.status !== 'All') facets.push({ oneOf: [`=s:${query.status.toLowerCase()}`], n: found.status });
  const exact = found.platforms.filter((one) => one.is_exact);
  const platforms = exact.length > 0 ? exact : found.platforms;
  if (query.platform) {
    facets.push({
      oneOf: platforms.map(({ lexeme }) => lexeme),
      n: platforms.reduce((sum, { n }) => sum + n, 0),
    });
  }
  return { words, facets, size: found.size };
}
