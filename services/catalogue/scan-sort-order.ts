import type pg from 'pg';
import { type CourseQuery, resultCap } from '#contracts/catalogue/catalogue.ts';
import { row } from '#services/platform/database/sql.ts';
import { type CourseRow, courseColumns } from './course-row.ts';

/** Number of buckets in a sort order. They had equally many courses when `rebuild_search()` ran. */
const sortBuckets = 256;

const lexemePrefixes = { rating: '=r:', price: '=c:', newest: '=n:' } as const;

/**
 * Returns a tsquery of the courses in the first `count` buckets of a sort order. Lexemes end with the bucket as two
 * hexadecimal digits, so that sixteen buckets are one prefix.
 */
function firstBuckets(order: keyof typeof lexemePrefixes, count: number): string {
  const prefix = lexemePrefixes[order];
  const sixteens = Math.floor(count / 16);
  const digit = (value: number) => value.toString(16);
  return [
    ...Array.from({ length: sixteens }, (_, first) => `'${prefix}${digit(first)}':*`),
    ...Array.from({ length: count % 16 }, (_, second) => `'${prefix}${digit(sixteens)}${digit(second)}'`),
  ].join(' | ');
}

/**
 * Share of the catalogue in each partition of the search table, as assigned by the database function `search_part()`.
 * Each is as large as all before it together: scanning them in turn until there are enough matches is cheap when many
 * match, and hardly slower than one scan when few do.
 */
const shares = [1 / 64, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2];

/** Returns a SELECT of all matches of the tsquery `$1`, partition by partition, so that a LIMIT stops it early. */
export function selectByParts(columns: string): string {
  return shares
    .map((_, part) => `SELECT ${columns} FROM course_search WHERE part = ${part} AND doc @@ $1::tsquery`)
    .join(' UNION ALL ');
}

/** Estimates the number of all matches when the search stopped in `lastPart` after `count` of them. */
export function estimateMatches(count: number, lastPart: number): number {
  const before = shares.slice(0, lastPart).reduce((sum, share) => sum + share, 0);
  return count / (before + (shares[lastPart] ?? 0) / 2);
}

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

// Matches that are fetched per match that is needed, because the matches are not distributed equally.
const bucketMargin = 1.2;

// With more than this many times the expected matches, matches are not sorted.
const overfull = 4;

/**
 * Returns a range of a long list in the cheapest of three ways: an index scan in sort order; sorting all matches; sorting
 * the matches in the first buckets of the sort order. The last one reads the fewest pages where the range is far down.
 */
export async function scanSortOrder(pool: pg.Pool, scan: SortedScan): Promise<CourseRow[]> {
  const { matches, size, offset, limit } = scan;
  if (limit <= 0) return [];
  const needed = offset + limit;
  const steps = (needed * size) / Math.max(1, matches);
  const buckets = bucketsOf(needed, matches);
  const sorted = (Math.min(buckets, sortBuckets) / sortBuckets) * matches * sortCostFactor;
  if (buckets < sortBuckets && sorted < steps) {
    const courses = await scanBuckets(pool, scan, buckets);
    if (courses) return courses;
  }
  if (matches * sortCostFactor < steps) {
    // The estimate is a lower bound for an unfinished word. With many more matches, an index scan is short.
    const cap = Math.ceil(overfull * Math.max(needed, matches));
    const { matched, courses } = await fetchRange(pool, 'sorted', { ...scan, cap });
    if (matched < cap) return courses;
  }
  return (await fetchRange(pool, 'index', scan)).courses;
}

const bucketsOf = (needed: number, matches: number) =>
  Math.ceil((sortBuckets * bucketMargin * needed) / Math.max(1, matches));

/** Returns the range from the first buckets; undefined where buckets do not help. */
async function scanBuckets(pool: pg.Pool, scan: SortedScan, first: number): Promise<CourseRow[] | undefined> {
  const needed = scan.offset + scan.limit;
  for (let buckets = first; buckets < sortBuckets; ) {
    const expected = Math.max(needed, (scan.matches * buckets) / sortBuckets);
    const cap = Math.ceil(overfull * expected);
    const tsquery = `(${scan.tsquery}) & (${firstBuckets(scan.order, buckets)})`;
    const { matched, courses } = await fetchRange(pool, 'sorted', { ...scan, tsquery, cap });
    // None: no course has a bucket before the first rebuild. Too many: courses were added to the bucket since the last.
    if (matched === 0 || matched === cap) return undefined;
    if (matched >= needed) return courses;
    buckets = Math.max(2 * buckets, bucketsOf(needed, (matched * sortBuckets) / buckets));
  }
  return undefined;
}

async function fetchRange(
  pool: pg.Pool,
  plan: 'sorted' | 'index',
  { tsquery, order, offset, limit, cap }: Omit<SortedScan, 'matches' | 'size'> & { cap?: number },
): Promise<{ matched: number; courses: CourseRow[] }> {
  const result = await row<{ found: number; courses: CourseRow[] | null }>(
    pool,
    `${matchedBy(plan, order, cap !== undefined)} SELECT ${plan === 'sorted' ? '(SELECT count(*)::int FROM matched)' : '0'} AS found,
       (${rangeOf(order)}) AS courses`,
    [tsquery, limit, offset, ...(cap === undefined ? [] : [cap])],
  );
  return { matched: result?.found ?? 0, courses: result?.courses ?? [] };
}

/** SQL of a range of the whole catalogue, as a JSON array; `$1` is null, `$2` the limit, `$3` the offset. */
export const wholeCatalogue = (order: SortedScan['order']) =>
  `(${matchedBy('all', order)} SELECT (${rangeOf(order)}))`;

const matchedBy = (plan: keyof typeof selections, order: SortedScan['order'], isCapped = false) =>
  `WITH matched AS ${plan === 'sorted' ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (
    SELECT * FROM (${selections[plan](sortColumns[order])}) AS every ${isCapped ? 'LIMIT $4::int' : ''})`;

// The planner does not know the values of $2 and $3; the constant limit makes it plan for a short list.
const rangeOf = (order: SortedScan['order']) => `
  WITH shown AS MATERIALIZED (
    SELECT * FROM (SELECT * FROM matched ORDER BY ${orders[order]} LIMIT ${resultCap}) AS reached
    LIMIT $2 OFFSET $3)
  SELECT json_agg(row) FROM (
    SELECT ${courseColumns} FROM shown JOIN courses c ON c.id = course_id ORDER BY ${orders[order]}) AS row`;

// Those of the index of the order and no others, so that the whole catalogue is scanned without its table.
const sortColumns = {
  rating: 'course_id, rating_order',
  newest: 'course_id, newest_order',
  price: 'course_id, price_order',
} as const;

const selections = {
  all: (columns: string) => `SELECT ${columns} FROM course_search WHERE $1::text IS NULL`,
  // `ts_match_vq` is the function behind `@@`; it cannot use the GIN index, so the index of the sort order is scanned.
  index: (columns: string) => `SELECT ${columns} FROM course_search WHERE ts_match_vq(doc, $1::tsquery)`,
  sorted: selectByParts,
};
