import type pg from 'pg';
import type { CourseQuery } from '#contracts/catalogue.ts';
import { levelLexemes } from './level-lexemes.ts';

/** A word that is looked for, with how many courses have it: at least `atLeast`, at most `atMost`. */
export interface QueryTerm {
  word: string;
  /** Any word with this prefix matches: the last typed word, and the last of a text in the tags that is no tag. */
  isPrefix: boolean;
  /** Came from the keyword box, so its spelling may be corrected. */
  isTyped: boolean;
  atLeast: number;
  atMost: number;
  /** How many courses have it in their title, at least. */
  titlesAtLeast: number;
}

/** A question as the search table's lexemes. */
export interface ParsedQuery {
  words: QueryTerm[];
  /** A course must have one of each group. */
  facets: { oneOf: string[]; n: number }[];
  /** Size of the catalogue. */
  size: number;
}

const maxWords = 12;

// "~~" in front of a range's end: the highest character of the "C" collation stands behind every continuation.
const understand = `
  WITH tags AS (
    SELECT place, words, f.lexeme, f.n
    FROM unnest($3::text[]) WITH ORDINALITY AS given (tag, place), course_words(tag) AS words
    LEFT JOIN course_facets f ON f.lexeme = '=t:' || replace(words, ' ', '-') AND f.n > 0
    WHERE words <> ''
  ), typed AS (
    SELECT word, at, at = max(at) OVER () AS is_prefix
    FROM string_to_table(course_words($1), ' ') WITH ORDINALITY AS w (word, at) WHERE word <> ''
  ), asked AS (
    SELECT word, at, is_prefix FROM typed
    UNION ALL SELECT word, 0, nth = max(nth) OVER (PARTITION BY place)
    FROM tags, string_to_table(words, ' ') WITH ORDINALITY AS w (word, nth) WHERE lexeme IS NULL
  ), counted AS (
    SELECT word, at, is_prefix, at > 0 AS is_typed, w.*, t.titles FROM asked,
    LATERAL (SELECT coalesce(max(n), 0) AS least, coalesce(sum(n), 0) AS most, count(*) AS variants,
      coalesce(bool_and(found.word = asked.word), true) AS is_whole FROM (
      SELECT c.word, n FROM catalogue_words c WHERE n > 0 AND c.word >= asked.word
        AND c.word <= CASE WHEN is_prefix THEN asked.word || U&'\\+10FFFF' ELSE asked.word END LIMIT 200) AS found) AS w,
    LATERAL (SELECT coalesce(max(n), 0) AS titles FROM (
      SELECT n FROM catalogue_words c WHERE n > 0 AND c.word >= '^' || asked.word
        AND c.word <= CASE WHEN is_prefix THEN '^' || asked.word || U&'\\+10FFFF' ELSE '^' || asked.word END LIMIT 200
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

/** Folds what was asked as courses are folded, and looks up how frequent each part of it is. */
export async function parseQuery(pool: pg.Pool, query: CourseQuery): Promise<ParsedQuery> {
  const tags = query.tags.split(',').filter((tag) => tag.trim() !== '');
  const levels = query.level === 'All' ? [] : levelLexemes(query.level);
  const { rows } = await pool.query<Row>({
    name: 'understand',
    text: understand,
    values: [query.search, query.platform, tags, levels, query.status],
  });
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL answered nothing');
  const words = row.words.slice(0, maxWords).map((one) => ({
    word: one.word,
    // A prefix that only one word has, and is that word, is dear to look for and finds nothing more.
    isPrefix: one.is_prefix && !one.is_whole,
    isTyped: one.is_typed,
    atLeast: one.least,
    // The look at words that begin so ends at 200: with so many, any number is possible.
    atMost: one.variants < 200 ? one.most : row.size,
    titlesAtLeast: one.titles,
  }));
  const facets = row.tags.map(({ lexeme, n }) => ({ oneOf: [lexeme], n }));
  if (levels.length > 0) facets.push({ oneOf: levels, n: row.level });
  if (query.status !== 'All') facets.push({ oneOf: [`=s:${query.status.toLowerCase()}`], n: row.status });
  const exact = row.platforms.filter((one) => one.is_exact);
  const platforms = exact.length > 0 ? exact : row.platforms;
  if (query.platform) {
    facets.push({
      oneOf: platforms.map(({ lexeme }) => lexeme),
      n: platforms.reduce((sum, { n }) => sum + n, 0),
    });
  }
  return { words, facets, size: row.size };
}
