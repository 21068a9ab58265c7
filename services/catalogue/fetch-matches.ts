import type pg from 'pg';
import { type CourseQuery, resultCap } from '#contracts/catalogue/catalogue.ts';
import { row } from '#services/platform/database/sql.ts';
import { type CourseRow, courseColumns } from './course-row.ts';
import { isRanked, type ParsedQuery, rankQuery, textQuery } from './parse-query.ts';
import type { CountedFacet } from './present-facets.ts';
import { estimateMatches, orders, type Range, selectByParts } from './scan-sort-order.ts';

/** Matches of a search that stops at a cap. */
interface CappedMatches {
  /** The exact count, or the cap when the search stopped there. */
  total: number;
  /** Estimated number of all matches; exact below the cap. */
  matches: number;
  /** The requested range; empty when the search stopped at the cap, or only counts. */
  courses: CourseRow[];
}

const columns = 'course_id, rating_order, price_order, newest_order, part';

// At the cap the matches are neither sorted nor counted by facet.
const isBelowCap = (cap: string) => `total < ${cap}`;

// The matches from offset $3, at most $2, as a JSON array.
const pageOf = (order: string, cap: string) => `
  (SELECT json_agg(row) FROM (
    SELECT ${courseColumns} FROM (
      SELECT *, row_number() OVER (ORDER BY ${order}) AS place FROM matched WHERE ${isBelowCap(cap)}
      ORDER BY ${order} LIMIT $2::int OFFSET $3::bigint
    ) AS shown JOIN courses c ON c.id = course_id ORDER BY place) AS row)`;

/** Counts the matches of a search up to one more than `resultCap`. */
export async function countMatches(pool: pg.Pool, parsed: ParsedQuery): Promise<CappedMatches> {
  const matched = await row<MatchesRow>(
    pool,
    `SELECT count(*)::int AS total, max(part)::int AS part
     FROM (SELECT * FROM (${selectByParts('part')}) AS parts LIMIT ${resultCap + 1}) AS matched`,
    [textQuery(parsed)],
  );
  return toMatches(matched, resultCap + 1);
}

/** Searches until there is one match more than `resultCap`. With fewer matches, returns the page with its facet counts. */
export async function fetchMatches(
  pool: pg.Pool,
  query: CourseQuery,
  parsed: ParsedQuery,
): Promise<CappedMatches & { page: number; facets: CountedFacet[] }> {
  const hasRank = isRanked(query, parsed);
  const sort = query.sort === 'relevance' ? 'rating' : query.sort;
  const order = hasRank ? `ts_rank(doc, $4::tsquery) DESC, ${orders.rating}` : orders[sort];
  const cap = String(resultCap + 1);
  const lastPage = '(greatest(total, 1) - 1) / $2::int * $2::int';
  const matched = await row<MatchesRow>(
    pool,
    `
      WITH matched AS MATERIALIZED (
        SELECT * FROM (${selectByParts(`${columns}, facets${hasRank ? ', doc' : ''}`)}) AS parts LIMIT ${cap}),
      size AS MATERIALIZED (SELECT count(*)::int AS total, max(part)::int AS part FROM matched)
      SELECT total, part, ${pageOf(order, cap).replace('$3::bigint', `least(($3::bigint - 1) * $2::int, ${lastPage})`)} AS courses,
        (SELECT json_agg(named) FROM (
          SELECT lexeme, label, counted.n FROM (
            SELECT lexeme, count(*) AS n FROM (SELECT unnest(facets) AS lexeme FROM matched WHERE ${isBelowCap(cap)}) AS each
            GROUP BY lexeme) AS counted
          JOIN course_facets USING (lexeme)) AS named) AS facets
      FROM size`,
    [textQuery(parsed), query.limit, query.page, ...(hasRank ? [rankQuery(parsed)] : [])],
  );
  const matches = toMatches(matched, resultCap + 1);
  return {
    ...matches,
    page: Math.min(query.page, Math.max(1, Math.ceil(matches.total / query.limit))),
    facets: matched?.facets ?? [],
  };
}

/** Searches until there are `cap` matches of a tsquery. With fewer matches, returns the range ordered by rating. */
export async function fetchTopRated(
  pool: pg.Pool,
  tsquery: string,
  { offset, limit }: Range,
  cap: number,
): Promise<CappedMatches> {
  const matched = await row<MatchesRow>(
    pool,
    `
      WITH matched AS MATERIALIZED (SELECT * FROM (${selectByParts(columns)}) AS parts LIMIT $4::int),
      size AS MATERIALIZED (SELECT count(*)::int AS total, max(part)::int AS part FROM matched)
      SELECT total, part, ${pageOf(orders.rating, '$4::int')} AS courses FROM size`,
    [tsquery, limit, offset, cap],
  );
  return toMatches(matched, cap);
}

interface MatchesRow {
  total: number;
  part: number | null;
  courses?: CourseRow[] | null;
  facets?: CountedFacet[] | null;
}

function toMatches(matched: MatchesRow | undefined, cap: number): CappedMatches {
  if (!matched) throw new Error('PostgreSQL returned no row');
  const { total, part, courses } = matched;
  const matches = total < cap ? total : estimateMatches(total, part ?? 0);
  return { total, matches, courses: courses ?? [] };
}
