import type pg from 'pg';
import { type CourseQuery, resultCap } from '#contracts/catalogue/catalogue.ts';
import { row } from '#services/platform/database/sql.ts';
import { type CourseRow, courseColumns } from './course-row.ts';
import { selectByParts } from './search-parts.ts';

/** ORDER BY clauses of the sort orders; relevance is composed of these. */
export const orders = {
  rating: 'rating_order DESC, course_id',
  newest: 'newest_order DESC, course_id',
  price: 'price_order, course_id',
} as const;

/** A range of a sorted list. */
export interface Range {
  offset: number;
  limit: number;
}

/** Returns the range of a query with more than `resultCap` results: pagination ends there. */
export function cappedRange(query: Pick<CourseQuery, 'page' | 'limit'>): Range & { page: number } {
  const page = Math.min(query.page, Math.ceil(resultCap / query.limit));
  const offset = (page - 1) * query.limit;
  return { page, offset, limit: Math.min(query.limit, resultCap - offset) };
}

/** A range of the matches of a tsquery in a sort order. */
export interface SortedScan extends Range {
  tsquery: string;
  order: keyof typeof orders;
  /** Estimated number of matches. */
  matches: number;
  /** Number of courses in the catalogue. */
  size: number;
}

// Cost of fetching and sorting one match, in steps of an index scan.
const sortCostFactor = 1.5;

/** Returns a range of a long list by an index scan in sort order or, where cheaper, by sorting all matches. */
export async function scanSortOrder(pool: pg.Pool, scan: SortedScan): Promise<CourseRow[]> {
  const { tsquery, order, matches, size, offset, limit } = scan;
  if (limit <= 0) return [];
  const steps = ((offset + limit) * size) / Math.max(1, matches);
  const plan = matches * sortCostFactor < steps ? 'sorted' : 'index';
  const found = await row<{ courses: CourseRow[] | null }>(
    pool,
    `SELECT ${rangeOf(plan, order)} AS courses`,
    [tsquery, limit, offset],
  );
  return found?.courses ?? [];
}

/** SQL of a range of the whole catalogue, as a JSON array; `$1` is null, `$2` the limit, `$3` the offset. */
export const wholeCatalogue = (order: SortedScan['order']) => rangeOf('all', order);

// The planner does not know the values of $2 and $3; the constant limit makes it plan for a short list.
const rangeOf = (plan: keyof typeof selections, order: SortedScan['order']) => `(
  WITH matched AS ${plan === 'sorted' ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (${selections[plan]}),
  shown AS MATERIALIZED (
    SELECT * FROM (SELECT * FROM matched ORDER BY ${orders[order]} LIMIT ${resultCap}) AS reached
    LIMIT $2 OFFSET $3)
  SELECT json_agg(row) FROM (
    SELECT ${courseColumns} FROM shown JOIN courses c ON c.id = course_id ORDER BY ${orders[order]}) AS row)`;

const columns = 'course_id, rating_order, price_order, newest_order';
const selections = {
  all: `SELECT ${columns} FROM course_search WHERE $1::text IS NULL`,
  // `ts_match_vq` is the function behind `@@`; it cannot use the GIN index, so the index of the sort order is scanned.
  index: `SELECT ${columns} FROM course_search WHERE ts_match_vq(doc, $1::tsquery)`,
  sorted: selectByParts(columns),
};
