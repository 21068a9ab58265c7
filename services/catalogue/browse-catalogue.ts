import type pg from 'pg';
import { type CourseQuery, resultCap } from '#contracts/catalogue/catalogue.ts';
import { row } from '#services/platform/database/sql.ts';
import type { CourseRow } from './course-row.ts';
import { frequentFacets, totalOf } from './facet-totals.ts';
import { fetchMatches } from './fetch-matches.ts';
import type { CourseMatches } from './find-courses.ts';
import type { CountedFacet } from './present-facets.ts';
import { cappedRange, wholeCatalogue } from './scan-sort-order.ts';

/** Whether a query matches every course. */
export function isUnfiltered({ search, tags, platform, level, status }: CourseQuery): boolean {
  return search === '' && !/[^\s,]/.test(tags) && platform === '' && level === 'All' && status === 'All';
}

/** Returns one page of the whole catalogue with its facets, by one statement when there are more than `resultCap` courses. */
export async function browseCatalogue(pool: pg.Pool, query: CourseQuery): Promise<CourseMatches> {
  const { page, offset, limit } = cappedRange(query);
  const order = query.sort === 'relevance' ? 'rating' : query.sort;
  const found = await row<{ courses: CourseRow[] | null; facets: (CountedFacet & { n: number })[] | null }>(
    pool,
    `SELECT ${wholeCatalogue(order)} AS courses, (SELECT json_agg(facet) FROM (${frequentFacets}) AS facet) AS facets`,
    [null, limit, offset],
  );
  const facets = found?.facets ?? [];
  const size = totalOf(facets);
  if (size === 0) return { total: 0, page: 1, courses: [], facets: [] };
  if (size <= resultCap) return fetchMatches(pool, query, { words: [], facets: [], size });
  return { total: resultCap + 1, page, courses: found?.courses ?? [], facets };
}
