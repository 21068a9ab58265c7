import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { type CatalogueCourse, CourseQuerySchema } from '#contracts/catalogue/catalogue.ts';
import { entities } from '#services/entities.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { readStarterCatalogue } from './read-starter-catalogue.ts';
import { searchCourses } from './search-courses.ts';
import { createSearchPool } from './search-pool.ts';

// Queries as people type them, with the subjects that they expect. Written before the search was changed and by somebody
// who did not change it (decision 126); never edited.
const file = new URL('../../tests/catalogue/queries60.json', import.meta.url);
const queries = z
  .array(z.object({ query: z.string(), subjects: z.array(z.string()), note: z.string() }))
  .parse(JSON.parse(await readFile(file, 'utf8')));

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const db = createDataSource({ entities, databaseUrl: database.url, applicationName: 'typed-queries' });
  await db.initialize();
  await fillCatalogue(db, await readStarterCatalogue());
  await db.destroy();
  pool = createSearchPool(database.url, 1);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** Lower-case words in American spelling ("color"), without the last "s" of a plural. */
const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\d+#]+/gu) ?? []).map((word) =>
    word.replace(/(?<=..)our/, 'or').replace(/(?<=..[^s])s$/, ''),
  );

/** Whether all words of a subject are in the title and the tags, or one after the other in the description. */
function isAbout({ title, tags, description }: CatalogueCourse, subject: string): boolean {
  const named = new Set(wordsOf(`${title} ${tags.join(' ')}`));
  const words = wordsOf(subject);
  return (
    words.every((word) => named.has(word)) ||
    ` ${wordsOf(description).join(' ')} `.includes(` ${words.join(' ')} `)
  );
}

it('finds a course of an expected subject among the first five for at least 54 of the 60 queries', async () => {
  expect(queries).toHaveLength(60);
  const missed: string[] = [];
  for (const { query, subjects } of queries) {
    const { courses } = await searchCourses(pool, CourseQuerySchema.parse({ search: query }));
    const first = courses.slice(0, 5);
    if (!first.some((course) => subjects.some((subject) => isAbout(course, subject))))
      missed.push(`${query}: ${first.map(({ title }) => title).join('; ') || 'nothing'}`);
  }
  expect(missed.length, `missed:\n${missed.join('\n')}`).toBeLessThanOrEqual(6);
});
