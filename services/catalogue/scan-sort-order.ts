import type pg from 'pg';
import { resultCap } from '#contracts/catalogue.ts';
import { type CourseRow, courseColumns } from './course-row.ts';
import { selectByParts } from './search-parts.ts';

/** Orders of a list in SQL; that of relevance is made of others. */
export const orders = {
  rating: 'rating_order DESC, course_id',
  newest: 'newest_order DESC, course_id',
  price: 'price_order, course_id',
} as const;

/** Places of a list: `limit` of them behind the first `offset`. */
export interface Range {
  offset: number;
  limit: number;
}

/** What to list of many. */
export interface SortedScan extends Range {
  /** The tsquery of what is listed; undefined for everything. */
  wanted: string | undefined;
  order: keyof typeof orders;
  /** About how many courses match, and how many there are. */
  matches: number;
  size: number;
}

// Fetching one match and sorting it costs about as much as one and a half steps along an index.
const sortCostFactor = 1.5;

/** A stretch of a long list: along the index of its order or, where that is shorter, all matches sorted. */
export async function scanSortOrder(pool: pg.Pool, walk: SortedScan): Promise<CourseRow[]> {
  const { wanted, order, matches, size, offset, limit } = walk;
  if (limit <= 0) return [];
  const steps = ((offset + limit) * size) / Math.max(1, matches);
  const way = wanted === undefined ? 'all' : matches * sortCostFactor < steps ? 'sorted' : 'along';
  // The planner does not know $2 and $3; the fixed limit tells it that the list is short.
  const { rows } = await pool.query<{ row: CourseRow }>({
    name: `walk-${order}-${way}`,
    text: `
      WITH matched AS ${way === 'sorted' ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (${selections[way]}),
      shown AS MATERIALIZED (
        SELECT * FROM (SELECT * FROM matched ORDER BY ${orders[order]} LIMIT ${resultCap}) AS reached
        LIMIT $2 OFFSET $3)
      SELECT to_json(row) AS row FROM (
        SELECT ${courseColumns} FROM shown JOIN courses c ON c.id = course_id ORDER BY ${orders[order]}) AS row`,
    values: [wanted ?? null, limit, offset],
  });
  return rows.map(({ row }) => row);
}

const columns = 'course_id, rating_order, price_order, newest_order';
const selections = {
  all: `SELECT ${columns} FROM course_search WHERE $1::text IS NULL`,
  // The function form of the same test cannot use the index of words, so the order's own index is walked.
  along: `SELECT ${columns} FROM course_search WHERE ts_match_vq(doc, $1::tsquery)`,
  sorted: selectByParts(columns),
};
