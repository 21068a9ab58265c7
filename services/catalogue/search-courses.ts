import type pg from 'pg';
import { type CoursePage, type CourseQuery, resultCap } from '#contracts/catalogue/catalogue.ts';
import { browseCatalogue, isUnfiltered } from './browse-catalogue.ts';
import { correctSpelling } from './correct-spelling.ts';
import { presentCourse } from './course-row.ts';
import { readPopularFacets } from './facet-totals.ts';
import { type CourseMatches, findCourses } from './find-courses.ts';
import { type FacetTotals, type ParsedQuery, parseQuery } from './parse-query.ts';
import { presentFacets } from './present-facets.ts';

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
  const found: CourseMatches = isUnsearchable
    ? { total: 0, page: 1, courses: [], facets: [] }
    : await findCourses(pool, query, parsed);
  if (found.total === 0 && !isUnsearchable) {
    const suggestion = await correctSpelling(pool, parsed.words);
    const corrected = suggestion === undefined ? undefined : await searchCorrected(pool, query, suggestion);
    if (corrected && corrected.totalCourses > 0) return corrected;
  }
  return present(pool, query, found, totals);
}

const hasTag = ({ words, facets }: ParsedQuery) =>
  words.some(({ isTyped }) => !isTyped) || facets.some(({ oneOf }) => oneOf[0]?.startsWith('=t:'));

async function searchCorrected(pool: pg.Pool, query: CourseQuery, suggestion: string): Promise<CoursePage> {
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
