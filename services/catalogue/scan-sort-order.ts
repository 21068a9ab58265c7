import type pg from 'pg';
import { resultCap } from '#contracts/catalogue.ts';
import { rows } from '#services/platform/database/sql.ts';
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

/** A range of the matches of a tsquery in a sort order. */
export interface SortedScan extends Range {
  /** Undefined for the whole catalogue. */
  tsquery: string | undefined;
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
  const plan = tsquery === undefined ? 'all' : matches * sortCostFactor < steps ? 'sorted' : 'index';
  // The planner does not know the values of $2 and $3; the constant limit makes it plan for a short list.
  const found = await rows<{ row: CourseRow }>(
    pool,
    `
      WITH matched AS ${plan === 'sorted' ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (${selections[plan]}),
      shown AS MATERIALIZED (
        SELECT * FROM (SELECT * FROM matched ORDER BY ${orders[order]} LIMIT ${resultCap}) AS reached
        LIMIT $2 OFFSET $3)
      SELECT to_json(row) AS row FROM (
        SELECT ${courseColumns} FROM shown JOIN courses c ON c.id = course_id ORDER BY ${orders[order]}) AS row`,
    [tsquery ?? null, limit, offset],
  );
  return found.map(({ row }) => row);
}

const columns = 'course_id, rating_order, price_order, newest_order';
const selections = {
  all: `SELECT ${columns} FROM course_search WHERE $1::text IS NULL`,
  // `ts_match_vq` is the function behind `@@`; it cannot use the GIN index, so the index of the sort order is scanned.
  index: `SELECT ${columns} FROM course_search WHERE ts_match_vq(doc, $1::tsquery)`,
  sorted: selectByParts(columns),
};
