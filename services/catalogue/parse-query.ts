import type pg from 'pg';
import type { CourseQuery } from '#contracts/catalogue/catalogue.ts';
import { row } from '#services/platform/database/sql.ts';
import { statuses, totalOf } from './facet-totals.ts';
import { type ParsedRow, parseQuerySql } from './parse-query-sql.ts';
import { type CountedFacet, levelLexemes, statusLexeme } from './present-facets.ts';
import type { Topic, WidenedSearch } from './widen-search.ts';

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
  /** What is searched beside `words`, when no course has the typed words. */
  widened?: WidenedSearch;
}

/** Counts of a query without words. */
export interface FacetTotals {
  total: number;
  counts: (CountedFacet & { n: number })[];
}

const maxWords = 12;

/** Normalizes a query like the indexed courses and looks up the frequency of each word and facet. */
export async function parseQuery(pool: pg.Pool, query: CourseQuery): Promise<ParsedQuery> {
  const tags = query.tags.split(',').filter((tag) => tag.trim() !== '');
  const levels = query.level === 'All' ? [] : levelLexemes(query.level);
  const { text, values } = parseQuerySql(query, tags, [...statuses, ...levels]);
  const parsed = await row<ParsedRow>(pool, text, values);
  if (!parsed) throw new Error('PostgreSQL returned no row');
  const { counts } = parsed;
  const sumOf = (lexemes: readonly string[]) =>
    lexemes.reduce((sum, lexeme) => sum + (counts[lexeme] ?? 0), 0);
  const size = sumOf(statuses);
  const words = (parsed.words ?? []).slice(0, maxWords).map((term) => ({
    word: term.word,
    // A prefix match is slower; skip it when the only word with the prefix is the word itself.
    isPrefix: term.is_prefix && !term.is_whole,
    isTyped: term.is_typed,
    atLeast: term.least,
    // The lookup of words by prefix stops at 200, so with 200 variants the upper bound is unknown.
    atMost: term.variants < 200 ? term.most : size,
    titlesAtLeast: term.titles,
  }));
  const facets = (parsed.tags ?? []).map(({ lexeme, n }) => ({ oneOf: [lexeme], n }));
  if (levels.length > 0) facets.push({ oneOf: levels, n: sumOf(levels) });
  if (query.status !== 'All') {
    const status = statusLexeme(query.status);
    facets.push({ oneOf: [status], n: sumOf([status]) });
  }
  const named = parsed.platforms ?? [];
  const exact = named.filter((platform) => platform.is_exact);
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
    (parsed.tags ?? []).length <= 1 &&
    facets.every(({ n }) => n > 0);
  const counted = parsed.totals ?? [];
  return {
    words,
    facets,
    size,
    totals: isCovered ? { total: totalOf(counted), counts: counted } : undefined,
  };
}

// Lexemes contain letters, digits, "-", "=", "^" and ":" only, so quoting needs no escaping.
const quoted = (lexeme: string) => `'${lexeme}'`;

// Matches every course, because every course has a status.
const everything = `'=s:free' | '=s:paid'`;

/** Returns the tsquery of a parsed query; with `inTitle`, every word must be in the title. */
export function textQuery(
  { words, facets, widened }: Pick<ParsedQuery, 'words' | 'facets' | 'widened'>,
  inTitle = false,
): string {
  const mark = inTitle ? '^' : '';
  const terms = [
    ...words.map(({ word, isPrefix }) => quoted(mark + word) + (isPrefix ? ':*' : '')),
    ...facets.map(({ oneOf }) => `(${oneOf.map(quoted).join(' | ')})`),
    ...(widened ? [topicsQuery(phrasesOf(widened.topics), widened.isAny ? '|' : '&', mark)] : []),
  ];
  return terms.join(' & ') || everything;
}

/** Returns the tsquery by which matches are ranked. */
export function rankQuery({ words, widened }: ParsedQuery): string {
  const ofWords = words.length > 0 ? [textQuery({ words, facets: [] })] : [];
  const ofTopics = widened
    ? [
        topicsQuery(
          widened.rankedBy.map(({ mainPhrases }) => mainPhrases),
          '|',
          '',
        ),
      ]
    : [];
  return [...ofWords, ...ofTopics].join(' | ');
}

const phrasesOf = (topics: readonly Topic[]) => topics.map(({ phrases }) => phrases);

// The words of titles (^) are indexed without their positions, so there they need not follow each other.
function topicsQuery(topics: readonly (readonly string[])[], operator: '&' | '|', mark: '^' | ''): string {
  const phraseQuery = (phrase: string) =>
    phrase
      .split(' ')
      .map((word) => quoted(mark + word))
      .join(mark ? ' & ' : ' <-> ');
  return `(${topics.map((phrases) => `(${phrases.map(phraseQuery).join(' | ')})`).join(` ${operator} `)})`;
}

/** Returns whether matches are ranked by their words. */
export const isRanked = ({ sort }: Pick<CourseQuery, 'sort'>, { words, widened }: ParsedQuery): boolean =>
  sort === 'relevance' && (words.length > 0 || widened !== undefined);

/** Returns an upper bound of the number of matching courses. */
export function upperBound({ words, facets, size }: ParsedQuery): number {
  return Math.min(size, ...words.map(({ atMost }) => atMost), ...facets.map(({ n }) => n));
}

// Share of the catalogue that a subject is assumed to have: its names alone do not show it.
const topicShare = 1 / 20;

/** Estimates the number of matching courses as if words, topics and facets were independent of each other. */
export function expectedMatches({ words, facets, size, widened }: ParsedQuery): number {
  const counts = [...words.map(({ atLeast }) => atLeast), ...facets.map(({ n }) => n)];
  const topics = widened?.topics.length ?? 0;
  const share = widened?.isAny ? topicShare * topics : topicShare ** topics;
  return counts.reduce((expected, n) => expected * (n / Math.max(1, size)), size * share);
}
