import type pg from 'pg';
import { type CourseQuery, courseStatuses } from '#contracts/catalogue/catalogue.ts';
import { row } from '#services/platform/database/sql.ts';
import { totalOf } from './facet-totals.ts';
import { levelLexemes, statusLexeme } from './level-lexemes.ts';
import { type ParsedRow, parseQuerySql } from './parse-query-sql.ts';
import type { CountedFacet } from './present-facets.ts';

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
  /**
   * The number of matches, and how many of them have each facet. Undefined when the precomputed totals do not cover the
   * query: words, several tags, or a facet without courses.
   */
  totals?: FacetTotals | undefined;
}

/** Counts of a query without words. */
export interface FacetTotals {
  total: number;
  counts: (CountedFacet & { n: number })[];
}

const maxWords = 12;

// Every course has exactly one status.
const statuses = courseStatuses.map(statusLexeme);

/** Normalizes a query like the indexed courses and looks up the frequency of each word and facet. */
export async function parseQuery(pool: pg.Pool, query: CourseQuery): Promise<ParsedQuery> {
  const tags = query.tags.split(',').filter((tag) => tag.trim() !== '');
  const levels = query.level === 'All' ? [] : levelLexemes(query.level);
  const { text, values } = parseQuerySql(query, tags, [...statuses, ...levels]);
  const found = await row<ParsedRow>(pool, text, values);
  if (!found) throw new Error('PostgreSQL returned no row');
  const { counts } = found;
  const sumOf = (lexemes: readonly string[]) => lexemes.reduce((sum, one) => sum + (counts[one] ?? 0), 0);
  const size = sumOf(statuses);
  const words = (found.words ?? []).slice(0, maxWords).map((one) => ({
    word: one.word,
    // A prefix match is slower; skip it when the only word with the prefix is the word itself.
    isPrefix: one.is_prefix && !one.is_whole,
    isTyped: one.is_typed,
    atLeast: one.least,
    // The lookup of words by prefix stops at 200, so with 200 variants the upper bound is unknown.
    atMost: one.variants < 200 ? one.most : size,
    titlesAtLeast: one.titles,
  }));
  const facets = (found.tags ?? []).map(({ lexeme, n }) => ({ oneOf: [lexeme], n }));
  if (levels.length > 0) facets.push({ oneOf: levels, n: sumOf(levels) });
  if (query.status !== 'All') {
    const status = statusLexeme(query.status);
    facets.push({ oneOf: [status], n: sumOf([status]) });
  }
  const named = found.platforms ?? [];
  const exact = named.filter((one) => one.is_exact);
  const platforms = exact.length > 0 ? exact : named;
  if (query.platform) {
    facets.push({
      oneOf: platforms.map(({ lexeme }) => lexeme),
      n: platforms.reduce((sum, { n }) => sum + n, 0),
    });
  }
  const isCovered =
    query.search === '' &&
    words.length === 0 &&
    (found.tags ?? []).length <= 1 &&
    facets.every(({ n }) => n > 0);
  const counted = found.totals ?? [];
  return {
    words,
    facets,
    size,
    totals: isCovered ? { total: totalOf(counted), counts: counted } : undefined,
  };
}
