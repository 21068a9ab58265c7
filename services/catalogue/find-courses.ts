import type pg from 'pg';
import { type CourseQuery, resultCap } from '#contracts/catalogue.ts';
import { type CourseRow, courseColumns } from './course-row.ts';
import { estimate, textQuery, upperBound } from './text-query.ts';
import type { Understood } from './understand-query.ts';

/** What a search found. `total` is at most the cap plus one, which says that there are more. */
export interface Found {
  total: number;
  page: number;
  courses: CourseRow[];
  /** How many of all results have each facet lexeme; absent when there are too many results to count. */
  facets?: Map<string, number>;
}

const orders = {
  rating: 'rating_order DESC, course_id',
  newest: 'newest_order DESC, course_id',
  price: 'price_order, course_id',
} as const;

/** Clamps a page to those that exist below the cap. */
function clampPage(page: number, limit: number, total: number): number {
  return Math.min(page, Math.max(1, Math.ceil(Math.min(total, resultCap) / limit)));
}

/**
 * Finds one page. Few results are fetched and sorted; many are not fetched at all: the index of the order is
 * walked until the page is full. The total of a question about facets alone is known and is given as `known`.
 */
export async function findCourses(
  pool: pg.Pool,
  query: CourseQuery,
  understood: Understood,
  known?: number,
): Promise<Found> {
  if ((known ?? upperBound(understood)) === 0) return { total: 0, page: 1, courses: [], facets: new Map() };
  const { words, facets } = understood;
  const [word] = words;
  const isSurelyMany =
    (known ?? 0) > resultCap ||
    (words.length === 1 && facets.length === 0 && (word?.atLeast ?? 0) > resultCap);
  if (!isSurelyMany) {
    const few = await fetchFew(pool, query, understood);
    if (few.total <= resultCap) return few;
  }
  const page = clampPage(query.page, query.limit, resultCap + 1);
  const offset = (page - 1) * query.limit;
  const range = { offset, limit: Math.min(query.limit, resultCap - offset) };
  const courses =
    query.sort === 'relevance' && words.length > 0
      ? await titlesFirst(pool, understood, range)
      : await walk(pool, {
          wanted: textQuery(understood),
          order: orders[query.sort === 'relevance' ? 'rating' : query.sort],
          matches: known ?? estimate(understood, resultCap),
          size: understood.size,
          ...range,
        });
  return { total: resultCap + 1, page, courses };
}

async function fetchFew(pool: pg.Pool, query: CourseQuery, understood: Understood): Promise<Found> {
  const isRanked = query.sort === 'relevance' && understood.words.length > 0;
  const order = isRanked
    ? `ts_rank(doc, $4::tsquery) DESC, ${orders.rating}`
    : orders[query.sort === 'relevance' ? 'rating' : query.sort];
  const { rows } = await pool.query<{
    total: number;
    courses: CourseRow[] | null;
    facets: Record<string, number> | null;
  }>({
    text: `
      WITH matched AS MATERIALIZED (
        SELECT course_id, rating_order, price_order, newest_order, facets
          ${isRanked ? ', doc' : ''}
        FROM course_search WHERE $1::text = '' OR doc @@ $1::text::tsquery LIMIT ${resultCap + 1}
      ), size AS MATERIALIZED (SELECT count(*)::int AS total FROM matched)
      SELECT total,
        (SELECT json_agg(row) FROM (
          SELECT ${courseColumns} FROM (
            SELECT *, row_number() OVER (ORDER BY ${order}) AS place FROM matched WHERE total <= ${resultCap}
            ORDER BY ${order} LIMIT $2 OFFSET least(($3 - 1) * $2, (greatest(total, 1) - 1) / $2 * $2)
          ) AS shown JOIN courses c ON c.id = course_id ORDER BY place) AS row) AS courses,
        (SELECT json_object_agg(facet, n) FROM (
          SELECT facet, count(*) AS n FROM matched, unnest(facets) AS facet
          WHERE total <= ${resultCap} GROUP BY facet) AS counted) AS facets
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
  return {
    total: row.total,
    page: clampPage(query.page, query.limit, row.total),
    courses: row.courses ?? [],
    facets: new Map(Object.entries(row.facets ?? {})),
  };
}

interface Range {
  offset: number;
  limit: number;
}

// Ranking by weight would fetch every match. Of many, those with all words in the title come first, by rating.
async function titlesFirst(pool: pg.Pool, understood: Understood, range: Range): Promise<CourseRow[]> {
  const { words, facets, size } = understood;
  const inTitle = {
    words: words.map((one) => ({
      ...one,
      atLeast: one.titlesAtLeast,
      atMost: one.titlesAtLeast ? one.atMost : 0,
    })),
    facets,
    size,
  };
  const titles = textQuery(understood, true);
  const [first] = inTitle.words;
  const isSurelyMany =
    words.length === 1 && facets.length === 0 && (first?.titlesAtLeast ?? 0) > range.offset + range.limit;
  const needed = range.offset + range.limit;
  const titled = isSurelyMany ? resultCap + 1 : await countUpTo(pool, titles, resultCap + 1);
  const walkTitles = (one: Range) =>
    walk(pool, {
      wanted: titles,
      order: orders.rating,
      matches: titled > resultCap ? estimate(inTitle, resultCap) : titled,
      size,
      ...one,
    });
  if (titled >= needed) return walkTitles(range);
  const before =
    titled > range.offset ? await walkTitles({ offset: range.offset, limit: titled - range.offset }) : [];
  const after = await walk(pool, {
    wanted: `${textQuery(understood)} & !(${titles})`,
    order: orders.rating,
    matches: estimate(understood, resultCap),
    size,
    offset: Math.max(0, range.offset - titled),
    limit: range.limit - before.length,
  });
  return [...before, ...after];
}

async function countUpTo(pool: pg.Pool, wanted: string, limit: number): Promise<number> {
  const { rows } = await pool.query<{ n: number }>({
    text: `SELECT count(*)::int AS n FROM (
      SELECT FROM course_search WHERE doc @@ $1::tsquery LIMIT ${limit}) AS matched`,
    values: [wanted],
  });
  return rows[0]?.n ?? 0;
}

interface Walk extends Range {
  wanted: string;
  order: string;
  /** About how many courses match, and how many there are. */
  matches: number;
  size: number;
}

// Fetching one match and sorting it costs about as much as one and a half steps along an index.
const sortingCost = 1.5;

async function walk(
  pool: pg.Pool,
  { wanted, order, matches, size, offset, limit }: Walk,
): Promise<CourseRow[]> {
  const steps = ((offset + limit) * size) / Math.max(1, matches);
  const isSorted = matches * sortingCost < steps;
  // The function form of the same test cannot use the index of words, so the order's own index is walked.
  const test = isSorted ? 'doc @@ $1::tsquery' : 'ts_match_vq(doc, $1::tsquery)';
  const { rows } = await pool.query<{ row: CourseRow }>({
    text: `
      WITH matched AS ${isSorted ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (
        SELECT course_id, rating_order, price_order, newest_order FROM course_search ${wanted ? `WHERE ${test}` : ''}
      ), shown AS MATERIALIZED (SELECT * FROM matched ORDER BY ${order} LIMIT $${wanted ? 2 : 1} OFFSET $${wanted ? 3 : 2})
      SELECT to_json(row) AS row FROM (
        SELECT ${courseColumns} FROM shown JOIN courses c ON c.id = course_id ORDER BY ${order}) AS row`,
    values: [...(wanted ? [wanted] : []), limit, offset],
  });
  return rows.map(({ row }) => row);
}
