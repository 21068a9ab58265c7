import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { generateCourses } from './generate-courses.ts';
import { orders, type SortedScan, scanSortOrder } from './scan-sort-order.ts';
import { createSearchPool } from './search-pool.ts';
import { writeCourses } from './write-courses.ts';

const size = 1_500;
const tsquery = `'=t:python'`;

let database: TestDatabase;
let pool: pg.Pool;
let writer: pg.Client;
let matches: number;
beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, so that statements of the test and of the scan can be in one transaction.
  pool = createSearchPool(database.url, 1);
  writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  // Equal prices and ratings are sorted by id: the same ids in each run, so that the first buckets hold the same matches.
  await writer.query(`CREATE SEQUENCE course_numbers;
    ALTER TABLE courses ALTER id SET DEFAULT md5(nextval('course_numbers')::text)::uuid`);
  const courses = [...generateCourses(size)];
  await writeCourses(writer, courses.slice(0, 1_200));
  await writer.query('SELECT rebuild_search()');
  // Changed and new courses get their buckets from the bounds of the rebuild.
  await writeCourses(
    writer,
    courses.slice(1_000).map((course, index) => ({ ...course, rating: 3 + (index % 21) / 10 })),
  );
  const { rows } = await pool.query(`SELECT count(*)::int AS n FROM course_search WHERE doc @@ $1::tsquery`, [
    tsquery,
  ]);
  matches = rows[0].n;
});
afterAll(async () => {
  await Promise.all([pool.end(), writer.end()]);
  await database.drop();
});

async function sortAll(order: SortedScan['order']): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT course_id AS id FROM course_search WHERE doc @@ $1::tsquery ORDER BY ${orders[order]}`,
    [tsquery],
  );
  return rows.map(({ id }) => id);
}

async function scan(order: SortedScan['order'], range: Partial<SortedScan>): Promise<string[]> {
  const courses = await scanSortOrder(pool, {
    tsquery,
    order,
    matches,
    size,
    offset: 0,
    limit: 12,
    ...range,
  });
  return courses.map(({ id }) => id);
}

describe.each(['rating', 'price', 'newest'] as const)('by %s', (order) => {
  it.each([
    ['correct', 1],
    ['far too high', 100],
    ['far too low', 0.1],
  ])('returns the range, with an estimate of the matches that is %s', async (_, factor) => {
    const all = await sortAll(order);
    for (const offset of [0, 90, matches - 12])
      expect(await scan(order, { offset, matches: matches * factor, size: size * factor })).toEqual(
        all.slice(offset, offset + 12),
      );
  });
});

async function countFetched(scanned: () => Promise<unknown>): Promise<number> {
  const read = async () =>
    Number(
      (await pool.query(`SELECT pg_stat_get_xact_tuples_fetched('course_search'::regclass) AS n`)).rows[0].n,
    );
  await pool.query('BEGIN');
  const before = await read();
  await scanned();
  const fetched = (await read()) - before;
  await pool.query('COMMIT');
  return fetched;
}

it.each(['rating', 'price'] as const)(
  'by %s, reads hardly more courses than are sorted before',
  async (order) => {
    const fetched = await countFetched(() => scan(order, { offset: 63 }));
    expect(fetched).toBeGreaterThanOrEqual(75);
    expect(fetched).toBeLessThan(150);
  },
);

it('does not read all matches when they are many more than estimated', async () => {
  // Every course matches: of an unfinished word of two letters only a lower bound of the matches is known.
  const everyCourse = `'=s:free' | '=s:paid'`;
  expect(await countFetched(() => scan('price', { tsquery: everyCourse, matches: 20 }))).toBeLessThan(200);
});

it('returns the range of an index that was never rebuilt', async () => {
  await writer.query(
    'UPDATE catalogue_state SET rating_bounds = NULL, price_bounds = NULL, newest_bounds = NULL',
  );
  await writer.query('TRUNCATE course_search, catalogue_words, course_facets, course_totals');
  await writer.query('SELECT add_to_search((SELECT array_agg(id) FROM courses))');
  expect(await scan('price', { offset: 63 })).toEqual((await sortAll('price')).slice(63, 75));
});
