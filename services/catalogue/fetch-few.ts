import type pg from 'pg';
import { type CourseQuery, resultCap } from '#contracts/catalogue.ts';
import { type CourseRow, courseColumns } from './course-row.ts';
import type { CountedFacet } from './present-facets.ts';
import { estimateMatches, selectByParts } from './search-parts.ts';
import { textQuery } from './text-query.ts';
import type { Understood } from './understand-query.ts';
import { orders } from './walk-order.ts';

/** How many matches were found before the look ended. */
export interface Counted {
  /** Exact below the number at which the look ends. */
  total: number;
  /** About how many there are in all. */
  matches: number;
}

interface Few extends Counted {
  page: number;
  courses: CourseRow[];
  facets: CountedFacet[];
}

const atMost = `LIMIT ${resultCap + 1}`;

/** Looks for matches until there are more than the cap; when there are not, this is the page and its facets. */
export async function fetchFew(pool: pg.Pool, query: CourseQuery, understood: Understood): Promise<Few> {
  const isRanked = query.sort === 'relevance' && understood.words.length > 0;
  const sort = query.sort === 'relevance' ? 'rating' : query.sort;
  const order = isRanked ? `ts_rank(doc, $4::tsquery) DESC, ${orders.rating}` : orders[sort];
  const columns = `course_id, rating_order, price_order, newest_order, facets, part${isRanked ? ', doc' : ''}`;
  const { rows } = await pool.query<{
    total: number;
    part: number | null;
    courses: CourseRow[] | null;
    facets: CountedFacet[] | null;
  }>({
    name: `few-${isRanked ? 'ranked' : sort}`,
    text: `
      WITH matched AS MATERIALIZED (SELECT * FROM (${selectByParts(columns)}) AS parts ${atMost}),
      size AS MATERIALIZED (SELECT count(*)::int AS total, max(part)::int AS part FROM matched)
      SELECT total, part,
        (SELECT json_agg(row) FROM (
          SELECT ${courseColumns} FROM (
            SELECT *, row_number() OVER (ORDER BY ${order}) AS place FROM matched WHERE total <= ${resultCap}
            ORDER BY ${order} LIMIT $2::int
            OFFSET least(($3::bigint - 1) * $2::int, (greatest(total, 1) - 1) / $2::int * $2::int)
          ) AS shown JOIN courses c ON c.id = course_id ORDER BY place) AS row) AS courses,
        (SELECT json_agg(named) FROM (
          SELECT lexeme, label, counted.n FROM (
            SELECT facet AS lexeme, count(*) AS n FROM matched, unnest(facets) AS facet
            WHERE total <= ${resultCap} GROUP BY facet) AS counted
          JOIN course_facets USING (lexeme)) AS named) AS facets
      FROM size`,
    values: [
      textQuery(understood),
      query.limit,
      query.page,
      ...(isRanked ? [textQuery({ words: understood.words, facets: [] })] : []),
    ],
  });
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL answered nothing');
  const { total, part, courses, facets } = row;
  return {
    total,
    matches: total > resultCap ? estimateMatches(total, part ?? 0) : total,
    page: Math.min(query.page, Math.max(1, Math.ceil(total / query.limit))),
    courses: courses ?? [],
    facets: facets ?? [],
  };
}

/** Counts the matches of a tsquery until there are `enough`; fewer than that are all there are. */
export async function countSome(pool: pg.Pool, wanted: string, enough: number): Promise<Counted> {
  const { rows } = await pool.query<{ total: number; part: number | null }>({
    name: 'count-some',
    text: `SELECT count(*)::int AS total, max(part)::int AS part FROM (${selectByParts('part')} LIMIT $2) AS found`,
    values: [wanted, enough],
  });
  const { total = 0, part } = rows[0] ?? {};
  return { total, matches: total < enough ? total : estimateMatches(total, part ?? 0) };
}
