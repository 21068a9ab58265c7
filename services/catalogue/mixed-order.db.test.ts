import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueCourse, CourseQuerySchema } from '#contracts/catalogue/catalogue.ts';
import { entities } from '#services/entities.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { generateCourses } from './generate-courses.ts';
import { searchCourses } from './search-courses.ts';
import { createSearchPool } from './search-pool.ts';

let database: TestDatabase;
let db: DataSource;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDataSource({ entities, databaseUrl: database.url, applicationName: 'mixed-order-test' });
  await db.initialize();
  pool = createSearchPool(database.url, 1);
});
afterAll(async () => {
  await pool?.end();
  await db?.destroy();
  await database?.drop();
});

const list = (query: object) => searchCourses(pool, CourseQuerySchema.parse(query));

async function listPages(query: { sort?: string; limit: number }, pages: number): Promise<CatalogueCourse[]> {
  const courses: CatalogueCourse[] = [];
  for (let page = 1; page <= pages; page += 1) courses.push(...(await list({ ...query, page })).courses);
  return courses;
}

// At most 1,000 courses are listed in another way than more of them.
describe.each([300, 1_100])('the list without a filter, of %i courses', (size) => {
  beforeAll(async () => {
    await fillCatalogue(db, generateCourses(size));
  });

  it('begins with another subject in each course, most of them for beginners and not an advanced one first', async () => {
    const { courses } = await list({});
    expect(new Set(courses.map(({ tags }) => tags[0])).size).toBe(12);
    const levels = courses.map(({ level }) => level);
    expect(new Set(levels)).toEqual(new Set(['Beginner', 'Intermediate', 'Advanced', 'All']));
    expect(levels.filter((level) => level === 'Beginner').length).toBeGreaterThanOrEqual(5);
    expect(levels[0]).toBe('Beginner');
  });

  it.each([12, 50])('has the best-rated courses first, each once, on pages of %i', async (limit) => {
    const pages = Math.floor(120 / limit);
    const mixed = await listPages({ limit }, pages);
    const rated = await listPages({ limit, sort: 'rating' }, pages);
    expect(mixed.map(({ _id }) => _id).sort()).toEqual(rated.map(({ _id }) => _id).sort());
    expect(mixed).not.toEqual(rated);
    const after = { limit, page: pages + 1 };
    expect((await list(after)).courses).toEqual((await list({ ...after, sort: 'rating' })).courses);
  });

  it('shows the last page for one after it, in the same order', async () => {
    const limit = 50;
    const { totalPages } = await list({ limit });
    const [last, after] = [await list({ limit, page: totalPages }), await list({ limit, page: 9_999 })];
    expect(after).toEqual(last);
  });
});

it('shows a page after the last one of a short list as that one', async () => {
  await db.query('DELETE FROM courses WHERE id NOT IN (SELECT id FROM courses ORDER BY id LIMIT 30)');
  const last = await list({ page: 3 });
  expect(last.courses).toHaveLength(6);
  expect(await list({ page: 50 })).toEqual(last);
});
