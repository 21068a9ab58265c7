import type pg from 'pg';
import { type CourseQuery, resultCap } from '#contracts/catalogue.ts';
import { type CourseRow, courseColumns } from './course-row.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { CountedFacet } from './present-facets.ts';
import { orders, type Range } from './scan-sort-order.ts';
import { estimateMatches, selectByParts } from './search-parts.ts';
import { textQuery } from './text-query.ts';

/** What was found before the look ended. */
export interface CappedMatches {
  /** All there are, unless it is the number at which the look ends. */
  total: number;
  /** About how many there are in all. */
  matches: number;
  /** The places that were asked for; none when the look ended early. */
  courses: CourseRow[];
}

const columns = 'course_id, rating_order, price_order, newest_order, part';

// Above so many matches the look ends, and nothing is sorted or counted.
const isFew = (most: string) => `total < ${most}`;

// The page $2 $3 of the matches, as JSON.
const pageOf = (order: string, most: string) => `
  (SELECT json_agg(row) FROM (
    SELECT ${courseColumns} FROM (
      SELECT *, row_number() OVER (ORDER BY ${order}) AS place FROM matched WHERE ${isFew(most)}
      ORDER BY ${order} LIMIT $2::int OFFSET $3::bigint
    ) AS shown JOIN courses c ON c.id = course_id ORDER BY place) AS row)`;

/** Looks for matches until there are more than the cap; when there are not, this is the page and its facets. */
export async function fetchMatches(
  pool: pg.Pool,
  query: CourseQuery,
  parsed: ParsedQuery,
): Promise<CappedMatches & { page: number; facets: CountedFacet[] }> {
  const isRanked = query.sort === 'relevance' && parsed.words.length > 0;
  const sort = query.sort === 'relevance' ? 'rating' : query.sort;
  const order = isRanked ? `ts_rank(doc, $4::tsquery) DESC, ${orders.rating}` : orders[sort];
  const most = String(resultCap + 1);
  const lastPage = '(greatest(total, 1) - 1) / $2::int * $2::int';
  const { rows } = await pool.query<Answer & { facets: CountedFacet[] | null }>({
    name: `few-${isRanked ? 'ranked' : sort}`,
    text: `
      WITH matched AS MATERIALIZED (
        SELECT * FROM (${selectByParts(`${columns}, facets${isRanked ? ', doc' : ''}`)}) AS parts LIMIT ${most}),
      size AS MATERIALIZED (SELECT count(*)::int AS total, max(part)::int AS part FROM matched)
      SELECT total, part, ${pageOf(order, most).replace('$3::bigint', `least(($3::bigint - 1) * $2::int, ${lastPage})`)} AS courses,
        (SELECT json_agg(named) FROM (
          SELECT lexeme, label, counted.n FROM (
            SELECT lexeme, count(*) AS n FROM (SELECT unnest(facets) AS lexeme FROM matched WHERE ${isFew(most)}) AS each
            GROUP BY lexeme) AS counted
          JOIN course_facets USING (lexeme)) AS named) AS facets
      FROM size`,
    values: [
      textQuery(parsed),
      query.limit,
      query.page,
      ...(isRanked ? [textQuery({ words: parsed.words, facets: [] })] : []),
    ],
  });
  const few = read(rows, resultCap + 1);
  return {
    ...few,
    page: Math.min(query.page, Math.max(1, Math.ceil(few.total / query.limit))),
    facets: rows[0]?.facets ?? [],
  };
}

/** Looks for matches of a tsquery until there are `most`; when there are fewer, lists a stretch by rating. */
export async function fetchTopRated(
  pool: pg.Pool,
  wanted: string,
  { offset, limit }: Range,
  most: number,
): Promise<CappedMatches> {
  const { rows } = await pool.query<Answer>({
    name: 'some',
    text: `
      WITH matched AS MATERIALIZED (SELECT * FROM (${selectByParts(columns)}) AS parts LIMIT $4::int),
      size AS MATERIALIZED (SELECT count(*)::int AS total, max(part)::int AS part FROM matched)
      SELECT total, part, ${pageOf(orders.rating, '$4::int')} AS courses FROM size`,
    values: [wanted, limit, offset, most],
  });
  return read(rows, most);
}

interface Answer {
  total: number;
  part: number | null;
  courses: CourseRow[] | null;
}

function read([row]: readonly Answer[], most: number): CappedMatches {
  if (!row) throw new Error('PostgreSQL answered nothing');
  const { total, part, courses } = row;
  return {
    total,
    matches: total < most ? total : estimateMatches(total, part ?? 0),
    courses: courses ?? [],
  };
}
