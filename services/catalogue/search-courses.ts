import type pg from 'pg';
import { type CoursePage, type CourseQuery, resultCap } from '#contracts/catalogue/catalogue.ts';
import { row } from '#services/platform/database/sql.ts';
import { correctSpelling } from './correct-spelling.ts';
import { type CourseRow, presentCourse } from './course-row.ts';
import { frequentFacets, readPopularFacets, type TotalledFacet, totalOf } from './facet-totals.ts';
import { fetchMatches } from './fetch-matches.ts';
import { type CourseMatches, findCourses } from './find-courses.ts';
import { findNearSubjects } from './find-near-subjects.ts';
import { isMixed, mixedCatalogue } from './mixed-order.ts';
import { type FacetTotals, type ParsedQuery, parseQuery } from './parse-query.ts';
import { presentFacets } from './present-facets.ts';
import { cappedRange, wholeCatalogue } from './scan-sort-order.ts';
import { widenSearch } from './widen-search.ts';

function isUnfiltered({ search, tags, platform, level, status }: CourseQuery): boolean {
  return search === '' && !/[^\s,]/.test(tags) && platform === '' && level === 'All' && status === 'All';
}

/**
 * Returns one page of the whole catalogue with its facets, by one statement when there are more than `resultCap` courses.
 * The first pages by relevance mix subjects and levels.
 */
async function browseCatalogue(pool: pg.Pool, query: CourseQuery): Promise<CourseMatches> {
  const { page, offset, limit } = cappedRange(query);
  const order = query.sort === 'relevance' ? 'rating' : query.sort;
  const isMixedPage = query.sort === 'relevance' && isMixed(offset, limit);
  const catalogue = await row<{
    courses: CourseRow[] | null;
    facets: TotalledFacet[] | null;
  }>(
    pool,
    `SELECT ${isMixedPage ? mixedCatalogue : wholeCatalogue(order)} AS courses,
       (SELECT json_agg(facet) FROM (${frequentFacets}) AS facet) AS facets`,
    [...(isMixedPage ? [] : [null]), limit, offset],
  );
  const facets = catalogue?.facets ?? [];
  const size = totalOf(facets);
  if (size === 0) return { total: 0, page: 1, courses: [], facets: [] };
  const courses = catalogue?.courses ?? [];
  if (size > resultCap) return { total: resultCap + 1, page, courses, facets };
  const matches = await fetchMatches(pool, query, { words: [], facets: [], size });
  // A page after the last one shows the last one, which may be in the other order.
  if (matches.page !== page) return browseCatalogue(pool, { ...query, page: matches.page });
  return isMixedPage ? { ...matches, courses } : matches;
}

/**
 * Returns one page of the catalogue. When nothing matches the typed words, returns the results of the corrected
 * spelling, with the corrected words in `suggestion`, or else of what the words are about, with that in `closestTo`;
 * and when there are none of these either, subjects near to it in `nearSubjects`.
 */
export async function searchCourses(pool: pg.Pool, query: CourseQuery): Promise<CoursePage> {
  if (isUnfiltered(query)) return present(pool, query, await browseCatalogue(pool, query));
  const parsed = await parseQuery(pool, query);
  // Text without any letter or digit cannot match a course.
  const isUnsearchable =
    (query.search !== '' && !parsed.words.some(({ isTyped }) => isTyped)) ||
    (/[^\s,]/.test(query.tags) && !hasTag(parsed));
  const matches: CourseMatches = isUnsearchable
    ? { total: 0, page: 1, courses: [], facets: [] }
    : await findCourses(pool, query, parsed);
  if (matches.total > 0) return present(pool, query, matches, parsed.totals);
  const closest = isUnsearchable ? undefined : await searchClosest(pool, query, parsed);
  if (closest) return closest;
  return {
    ...(await present(pool, query, matches, isUnsearchable ? undefined : parsed.totals)),
    nearSubjects: await findNearSubjects(pool, wordsOf(parsed)),
  };
}

const wordsOf = ({ words, facets }: ParsedQuery) => [
  ...words.map(({ word }) => word),
  ...facets.flatMap(({ oneOf: [lexeme] }) => (lexeme?.startsWith('=t:') ? lexeme.slice(3).split('-') : [])),
];

const hasTag = ({ words, facets }: ParsedQuery) =>
  words.some(({ isTyped }) => !isTyped) || facets.some(({ oneOf }) => oneOf[0]?.startsWith('=t:'));

/** Returns the results of a search that is like one without results; undefined when it has none either. */
async function searchClosest(
  pool: pg.Pool,
  query: CourseQuery,
  parsed: ParsedQuery,
): Promise<CoursePage | undefined> {
  const typed = parsed.words.filter(({ isTyped }) => isTyped);
  const corrected = await correctSpelling(pool, typed);
  if (corrected?.isComplete) {
    const page = await searchCorrected(pool, query, corrected.words.join(' '));
    if (page.totalCourses > 0) return page;
  }
  const words = corrected?.words ?? typed.map(({ word }) => word);
  const unknown = new Set(typed.filter(({ atLeast }) => atLeast === 0).map(({ word }) => word));
  const others = parsed.words.filter(({ isTyped }) => !isTyped);
  const known = words.filter((word) => word !== undefined);
  for (const widened of widenSearch(known, (word) => !unknown.has(word))) {
    const { facets, size } = parsed;
    const matches = await findCourses(pool, query, { words: others, facets, size, widened });
    if (matches.total === 0) continue;
    const closestTo = [...new Set(widened.topics.map(({ label }) => label))];
    return { ...(await present(pool, query, matches)), closestTo };
  }
  return undefined;
}

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
    : (await readPopularFacets(pool))
        .filter(({ lexeme }) => !known.has(lexeme) && (!totals || lexeme.startsWith('=t:')))
        .map((facet) => ({ ...facet, n: null }));
  return {
    courses: courses.map(presentCourse),
    currentPage: page,
    totalPages: Math.ceil(Math.min(total, resultCap) / query.limit),
    totalCourses: Math.min(total, resultCap),
    isCapped: total > resultCap,
    facets: presentFacets([...counted, ...uncounted], query.level),
  };
}
