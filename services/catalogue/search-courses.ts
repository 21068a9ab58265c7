import type pg from 'pg';
import { type CoursePage, type CourseQuery, resultCap } from '#contracts/catalogue/catalogue.ts';
import { row } from '#services/platform/database/sql.ts';
import { correctSpelling } from './correct-spelling.ts';
import { type CourseRow, presentCourse } from './course-row.ts';
import { frequentFacets, readPopularFacets, totalOf } from './facet-totals.ts';
import { fetchMatches } from './fetch-matches.ts';
import { type CourseMatches, findCourses } from './find-courses.ts';
import { type FacetTotals, type ParsedQuery, parseQuery } from './parse-query.ts';
import { type CountedFacet, presentFacets } from './present-facets.ts';
import { cappedRange, wholeCatalogue } from './scan-sort-order.ts';

function isUnfiltered({ search, tags, platform, level, status }: CourseQuery): boolean {
  return search === '' && !/[^\s,]/.test(tags) && platform === '' && level === 'All' && status === 'All';
}

/** Returns one page of the whole catalogue with its facets, by one statement when there are more than `resultCap` courses. */
async function browseCatalogue(pool: pg.Pool, query: CourseQuery): Promise<CourseMatches> {
  const { page, offset, limit } = cappedRange(query);
  const order = query.sort === 'relevance' ? 'rating' : query.sort;
  const catalogue = await row<{
    courses: CourseRow[] | null;
    facets: (CountedFacet & { n: number })[] | null;
  }>(
    pool,
    `SELECT ${wholeCatalogue(order)} AS courses, (SELECT json_agg(facet) FROM (${frequentFacets}) AS facet) AS facets`,
    [null, limit, offset],
  );
  const facets = catalogue?.facets ?? [];
  const size = totalOf(facets);
  if (size === 0) return { total: 0, page: 1, courses: [], facets: [] };
  if (size <= resultCap) return fetchMatches(pool, query, { words: [], facets: [], size });
  return { total: resultCap + 1, page, courses: catalogue?.courses ?? [], facets };
}

/**
 * Returns one page of the catalogue. When nothing matches the typed words, returns the results of the corrected
 * spelling, with the corrected words in `suggestion`.
 */
export async function searchCourses(pool: pg.Pool, query: CourseQuery): Promise<CoursePage> {
  if (isUnfiltered(query)) return present(pool, query, await browseCatalogue(pool, query));
  const parsed = await parseQuery(pool, query);
  // Text without any letter or digit cannot match a course.
  const isUnsearchable =
    (query.search !== '' && !parsed.words.some(({ isTyped }) => isTyped)) ||
    (/[^\s,]/.test(query.tags) && !hasTag(parsed));
  const totals = isUnsearchable ? undefined : parsed.totals;
  const matches: CourseMatches = isUnsearchable
    ? { total: 0, page: 1, courses: [], facets: [] }
    : await findCourses(pool, query, parsed);
  if (matches.total === 0 && !isUnsearchable) {
    const suggestion = await correctSpelling(pool, parsed.words);
    const corrected = suggestion === undefined ? undefined : await searchCorrected(pool, query, suggestion);
    if (corrected && corrected.totalCourses > 0) return corrected;
  }
  return present(pool, query, matches, totals);
}

const hasTag = ({ words, facets }: ParsedQuery) =>
  words.some(({ isTyped }) => !isTyped) || facets.some(({ oneOf }) => oneOf[0]?.startsWith('=t:'));

async function searchCorrected(pool: pg.Pool, query: CourseQuery, suggestion: string): Promise<CoursePage> {
  const corrected = { ...query, search: suggestion };
  const parsed = await parseQuery(pool, corrected);
  const matches = await findCourses(pool, corrected, parsed);
  return { ...(await present(pool, corrected, matches)), suggestion };
}

async function present(
  pool: pg.Pool,
  query: CourseQuery,
  { total, page, courses, facets }: CourseMatches,
  totals?: FacetTotals,
): Promise<CoursePage> {
  const counted = facets ?? totals?.counts ?? [];
  // Not counted: the facets of results above the cap, and the tags beside a chosen tag. Offer the most frequent
  // values of the catalogue without a count instead.
  const isAllCounted = facets !== undefined || (totals !== undefined && !query.tags);
  const known = new Set(counted.map(({ lexeme }) => lexeme));
  const uncounted = isAllCounted
    ? []
    : (await readPopularFacets(pool)).filter(
        ({ lexeme }) => !known.has(lexeme) && (!totals || lexeme.startsWith('=t:')),
      );
  return {
    courses: courses.map(presentCourse),
    currentPage: page,
    totalPages: Math.ceil(Math.min(total, resultCap) / query.limit),
    totalCourses: Math.min(total, resultCap),
    isCapped: total > resultCap,
    facets: presentFacets([...counted, ...uncounted], query.level),
  };
}
