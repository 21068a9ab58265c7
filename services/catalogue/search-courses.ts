import type pg from 'pg';
import { type CoursePage, type CourseQuery, resultCap } from '#contracts/catalogue.ts';
import { correctSpelling } from './correct-spelling.ts';
import { presentCourse } from './course-row.ts';
import { type FacetTotals, readFacetTotals, readPopularFacets } from './facet-totals.ts';
import { type CourseMatches, findCourses } from './find-courses.ts';
import { type ParsedQuery, parseQuery } from './parse-query.ts';
import { presentFacets } from './present-facets.ts';

/**
 * One page of the catalogue. When nothing has the words that were typed, what is found with the nearest known
 * words stands in, and `suggestion` says which words those are.
 */
export async function searchCourses(pool: pg.Pool, query: CourseQuery): Promise<CoursePage> {
  const parsed = await parseQuery(pool, query);
  // Text without a letter or digit in it can stand in no course.
  const isUnsearchable =
    (query.search !== '' && !parsed.words.some(({ isTyped }) => isTyped)) ||
    (/[^\s,]/.test(query.tags) && !hasTag(parsed));
  const totals = isUnsearchable ? undefined : await readFacetTotals(pool, query, parsed);
  const found: CourseMatches = isUnsearchable
    ? { total: 0, page: 1, courses: [], facets: [] }
    : await findCourses(pool, query, parsed, totals?.total);
  if (found.total === 0 && !isUnsearchable) {
    const suggestion = await correctSpelling(pool, parsed.words);
    const corrected = suggestion === undefined ? undefined : await searchKnown(pool, query, suggestion);
    if (corrected && corrected.totalCourses > 0) return corrected;
  }
  return present(pool, query, found, totals);
}

const hasTag = ({ words, facets }: ParsedQuery) =>
  words.some(({ isTyped }) => !isTyped) || facets.some(({ oneOf }) => oneOf[0]?.startsWith('=t:'));

async function searchKnown(pool: pg.Pool, query: CourseQuery, suggestion: string): Promise<CoursePage> {
  const corrected = { ...query, search: suggestion };
  const parsed = await parseQuery(pool, corrected);
  const found = await findCourses(pool, corrected, parsed);
  return { ...(await present(pool, corrected, found)), suggestion };
}

async function present(
  pool: pg.Pool,
  query: CourseQuery,
  { total, page, courses, facets }: CourseMatches,
  totals?: FacetTotals,
): Promise<CoursePage> {
  const counted = facets ?? totals?.counts ?? [];
  // The facets of a long list of search results, and the tags beside a chosen tag, are not counted: the most frequent
  // values of the catalogue are offered without a number.
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
