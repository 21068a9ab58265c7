import type pg from 'pg';
import { type CourseQuery, resultCap } from '#contracts/catalogue.ts';
import type { CourseRow } from './course-row.ts';
import { fetchMatches, fetchTopRated } from './fetch-matches.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { CountedFacet } from './present-facets.ts';
import { type Range, scanSortOrder } from './scan-sort-order.ts';
import { textQuery, upperBound } from './text-query.ts';

/** What a search found. `total` is at most the cap plus one, which says that there are more. */
export interface CourseMatches {
  total: number;
  page: number;
  courses: CourseRow[];
  /** How many of all results have each facet; absent when there are too many results to count. */
  facets?: CountedFacet[];
}

/**
 * Finds one page. CappedMatches results are fetched and sorted; many are not fetched at all: the index of the order is
 * walked until the page is full. The total of a question about facets alone is known and is given as `known`.
 */
export async function findCourses(
  pool: pg.Pool,
  query: CourseQuery,
  parsed: ParsedQuery,
  known?: number,
): Promise<CourseMatches> {
  if ((known ?? upperBound(parsed)) === 0) return { total: 0, page: 1, courses: [], facets: [] };
  const { words, facets, size } = parsed;
  const [word] = words;
  const isOneWord = words.length === 1 && facets.length === 0;
  let matches = known ?? (isOneWord ? (word?.atLeast ?? 0) : 0);
  if (matches <= resultCap) {
    const few = await fetchMatches(pool, query, parsed);
    if (few.total <= resultCap) return few;
    matches = few.matches;
  }
  // Pages of a long list end at the cap.
  const page = Math.min(query.page, Math.ceil(resultCap / query.limit));
  const offset = (page - 1) * query.limit;
  const range = { offset, limit: Math.min(query.limit, resultCap - offset) };
  const courses =
    query.sort === 'relevance' && words.length > 0
      ? await fetchTitleMatchesFirst(pool, parsed, { matches, ...range })
      : await scanSortOrder(pool, {
          wanted: words.length + facets.length === 0 ? undefined : textQuery(parsed),
          order: query.sort === 'relevance' ? 'rating' : query.sort,
          matches,
          size,
          ...range,
        });
  return { total: resultCap + 1, page, courses };
}

// So many matches say well enough how many there are in all.
const minSampleSize = 100;

// Ranking by weight would fetch every match. Of many, those with all words in the title come first, by rating.
async function fetchTitleMatchesFirst(
  pool: pg.Pool,
  parsed: ParsedQuery,
  { matches, ...range }: Range & { matches: number },
): Promise<CourseRow[]> {
  const { words, facets, size } = parsed;
  const { offset, limit } = range;
  const wanted = textQuery(parsed, true);
  const needed = offset + limit;
  const isOneWord = words.length === 1 && facets.length === 0;
  const known = isOneWord ? (words[0]?.titlesAtLeast ?? 0) : 0;
  const scanTitles = (titles: number) =>
    scanSortOrder(pool, { wanted, order: 'rating', matches: titles, size, ...range });
  if (known > Math.max(needed, resultCap)) return scanTitles(known);
  // Each word is in the title of a share of those that have it.
  const guess = words.reduce((n, one) => n * (one.titlesAtLeast / Math.max(1, one.atLeast)), matches);
  const most = guess > resultCap ? Math.max(needed, minSampleSize) : resultCap + 1;
  const titled = await fetchTopRated(pool, wanted, range, most);
  if (titled.total === most) return scanTitles(titled.matches);
  const rest = await scanSortOrder(pool, {
    wanted: `${textQuery(parsed)} & !(${wanted})`,
    order: 'rating',
    matches: matches - titled.total,
    size,
    offset: Math.max(0, offset - titled.total),
    limit: limit - titled.courses.length,
  });
  return [...titled.courses, ...rest];
}
