import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { generateCourses } from '#services/catalogue/generate-courses.ts';
import { writeCourses } from '#services/catalogue/write-courses.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { acquireImportLock, repairSearchIndex, suspendIndexing } from './bulk-import.ts';
import { importCourses } from './import-courses.ts';

let database: TestDatabase;
let client: pg.Client;
let other: pg.Client;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  other = new pg.Client({ connectionString: database.url });
  await client.connect();
  await other.connect();
  folder = await mkdtemp(join(tmpdir(), 'courselift-bulk-'));
});
afterEach(async () => {
  await Promise.all([client.end(), other.end()]);
  await database.drop();
  await rm(folder, { recursive: true });
});

const searchTables = ['course_search', 'catalogue_words', 'course_facets', 'course_totals'];

/** Everything that searches read, without what was counted down to nothing. */
async function readSearch(): Promise<unknown[]> {
  const read = async (table: string) =>
    (
      await client.query(
        table === 'course_search'
          ? 'SELECT s.*, url FROM course_search s JOIN courses c ON c.id = course_id ORDER BY url'
          : `SELECT * FROM ${table} t WHERE n <> 0 ORDER BY t::text`,
      )
    ).rows;
  const all = [];
  for (const table of searchTables) all.push(await read(table));
  return all;
}

const isBehind = async () =>
  (await client.query('SELECT is_search_behind AS behind FROM catalogue_state')).rows[0].behind;

it('the search made anew is the one that was kept up row by row', async () => {
  const courses = [...generateCourses(1_500)];
  await writeCourses(client, courses);
  await writeCourses(
    client,
    courses.slice(0, 300).map((one) => ({ ...one, title: 'Knots', tags: ['C++', 'c++'] })),
  );
  await client.query(`DELETE FROM courses WHERE platform = 'edX'`);
  const kept = await readSearch();
  await client.query('SELECT rebuild_search()');
  expect(await readSearch()).toEqual(kept);
});

it('the rebuild leaves the names of the indexes as they were', async () => {
  const names = async () =>
    (await client.query(`SELECT indexname FROM pg_indexes WHERE tablename = 'course_search' ORDER BY 1`))
      .rows;
  const before = await names();
  await client.query('SELECT rebuild_search()');
  expect(await names()).toEqual(before);
});

it('a large import over two connections gives the same search as a small one', async () => {
  const courses = [...generateCourses(24_000, 3)];
  const path = join(folder, 'large.ndjson');
  // The same link twice: the later row counts, whichever connection is quicker.
  const again = courses.slice(0, 50).map((one) => ({ ...one, title: 'Said later' }));
  await writeFile(path, [...courses, ...again].map((one) => JSON.stringify(one)).join('\n'));
  const seen: number[] = [];
  await importCourses([client, other], {
    path,
    format: 'ndjson',
    mapping: { columns: {}, constants: {} },
    onRefused(line, problem) {
      throw new Error(`${line}: ${problem}`);
    },
    onProgress: ({ rows }) => seen.push(rows),
  });
  expect(await isBehind()).toBe(false);
  expect(Math.max(...seen)).toBe(24_050);
  const { rows } = await client.query(`SELECT count(*)::int AS n FROM courses WHERE title = 'Said later'`);
  expect(rows).toEqual([{ n: 50 }]);
  const made = await readSearch();
  await client.query('TRUNCATE course_search, catalogue_words, course_facets, course_totals');
  await client.query('SELECT add_to_search((SELECT array_agg(id) FROM courses))');
  expect(await readSearch()).toEqual(made);
}, 120_000);

it('searches see the old state until the import has caught up, whoever does it', async () => {
  const courses = [...generateCourses(40)];
  await writeCourses(client, courses.slice(0, 10));
  const before = await readSearch();
  await acquireImportLock(other);
  await suspendIndexing(other);
  await writeCourses(other, courses);
  expect(await isBehind()).toBe(true);
  expect(await readSearch()).toEqual(before);
  // The import is still at work: nobody else takes over.
  expect(await repairSearchIndex(database.url)).toBe(false);
  await other.query('SELECT pg_advisory_unlock_all()');
  expect(await repairSearchIndex(database.url)).toBe(true);
  expect(await isBehind()).toBe(false);
  const { rows } = await client.query('SELECT count(*)::int AS n FROM course_search');
  expect(rows).toEqual([{ n: 40 }]);
  expect(await repairSearchIndex(database.url)).toBe(false);
});
