import type pg from 'pg';
import { type CourseQuery, resultCap } from '#contracts/catalogue/catalogue.ts';
import type { CourseRow } from './course-row.ts';
import { countMatches, fetchMatches, fetchTopRated } from './fetch-matches.ts';
import { expectedMatches, isRanked, type ParsedQuery, textQuery, upperBound } from './parse-query.ts';
import type { CountedFacet } from './present-facets.ts';
import { cappedRange, type Range, scanSortOrder } from './scan-sort-order.ts';

/** One page of a search. `total` is at most `resultCap` plus one, which means that there are more. */
export interface CourseMatches {
  total: number;
  page: number;
  courses: CourseRow[];
  /** Number of results with each facet; absent when there are too many results to count. */
  facets?: CountedFacet[];
}

/**
 * Returns one page of the search. Up to `resultCap` matches are fetched and sorted; with more, the index of the sort
 * order is scanned until the page is full.
 */
export async function findCourses(
  pool: pg.Pool,
  query: CourseQuery,
  parsed: ParsedQuery,
): Promise<CourseMatches> {
  const known = parsed.totals?.total;
  if ((known ?? upperBound(parsed)) === 0) return { total: 0, page: 1, courses: [], facets: [] };
  let matches = known ?? onlyWord(parsed)?.atLeast ?? 0;
  if (known === undefined && matches <= resultCap && expectedMatches(parsed) > sureCap) {
    // Counting alone is cheaper than collecting up to 1,000 matches that are then not sorted.
    const counted = await countMatches(pool, parsed);
    if (counted.total > resultCap) matches = counted.matches;
  }
  if (matches <= resultCap) {
    const capped = await fetchMatches(pool, query, parsed);
    if (capped.total <= resultCap) return capped;
    matches = capped.matches;
  }
  const { page, ...range } = cappedRange(query);
  const courses = isRanked(query, parsed)
    ? await fetchTitleMatchesFirst(pool, parsed, { matches, ...range })
    : await scanSortOrder(pool, {
        tsquery: textQuery(parsed),
        order: query.sort === 'relevance' ? 'rating' : query.sort,
        matches,
        size: parsed.size,
        ...range,
      });
  return { total: resultCap + 1, page, courses };
}

/** Returns the word of a search that has one word and nothing else. */
const onlyWord = ({ words, facets, widened }: ParsedQuery) =>
  words.length === 1 && facets.length === 0 && !widened ? words[0] : undefined;

// With more expected matches than this, there are most probably more than `resultCap`.
const sureCap = 2 * resultCap;

// Sample size from which the number of all matches is estimated.
const minSampleSize = 100;

// Ranking by weight would have to fetch every match. With many, list those with all words in the title first, by rating.
async function fetchTitleMatchesFirst(
  pool: pg.Pool,
  parsed: ParsedQuery,
  { matches, ...range }: Range & { matches: number },
): Promise<CourseRow[]> {
  const { words, size } = parsed;
  const { offset, limit } = range;
  const tsquery = textQuery(parsed, true);
  const needed = offset + limit;
  const known = onlyWord(parsed)?.titlesAtLeast ?? 0;
  const scanTitles = (titles: number) =>
    scanSortOrder(pool, { tsquery, order: 'rating', matches: titles, size, ...range });
  if (known > Math.max(needed, resultCap)) return scanTitles(known);
  // Estimate: multiplies the share of title matches of each word.
  const expected = words.reduce(
    (n, { titlesAtLeast, atLeast }) => n * (titlesAtLeast / Math.max(1, atLeast)),
    matches,
  );
  const cap = expected > resultCap ? Math.max(needed, minSampleSize) : resultCap + 1;
  const titled = await fetchTopRated(pool, tsquery, range, cap);
  if (titled.total === cap) return scanTitles(titled.matches);
  const rest = await scanSortOrder(pool, {
    tsquery: `${textQuery(parsed)} & !(${tsquery})`,
    order: 'rating',
    matches: matches - titled.total,
    size,
    offset: Math.max(0, offset - titled.total),
    limit: limit - titled.courses.length,
  });
  return [...titled.courses, ...rest];
}
