import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { generateCourses } from '#services/catalogue/generate-courses.ts';
import { writeCourses } from '#services/catalogue/write-courses.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { fullSizes } from '#tests/support/vitest/extent.ts';
import { needs } from '#tests/support/vitest/requirements.ts';
import { acquireImportLock, repairSearchIndex, suspendIndexing, warmSearchIndex } from './bulk-import.ts';
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

/** Returns all rows that searches read, except counts of 0 and the buckets, whose bounds a rebuild measures again. */
async function readSearch(): Promise<unknown[]> {
  const read = async (table: string) =>
    (
      await client.query(
        table === 'course_search'
          ? `SELECT s.*, url, ts_delete(doc, ARRAY(SELECT lexeme FROM unnest(doc) WHERE lexeme ~ '^=[rcn]:')) AS doc
             FROM course_search s JOIN courses c ON c.id = course_id ORDER BY url`
          : `SELECT * FROM ${table} t WHERE n <> 0 ORDER BY t::text`,
      )
    ).rows;
  const all = [];
  for (const table of searchTables) all.push(await read(table));
  return all;
}

const isStale = async () =>
  (await client.query('SELECT is_search_behind AS behind FROM catalogue_state')).rows[0].behind;

it('rebuilds the same search index that row-by-row updates produce', async () => {
  const courses = [...generateCourses(1_500)];
  await writeCourses(client, courses);
  await writeCourses(
    client,
    courses.slice(0, 300).map((course) => ({ ...course, title: 'Knots', tags: ['C++', 'c++'] })),
  );
  await client.query(`DELETE FROM courses WHERE platform = 'edX'`);
  const updated = await readSearch();
  await client.query('SELECT rebuild_search()');
  expect(await readSearch()).toEqual(updated);
});

it('keeps the index names when rebuilding', async () => {
  const names = async () =>
    (await client.query(`SELECT indexname FROM pg_indexes WHERE tablename = 'course_search' ORDER BY 1`))
      .rows;
  const before = await names();
  await client.query('SELECT rebuild_search()');
  expect(await names()).toEqual(before);
});

it('rebuilds for a role that owns nothing, which can still search afterwards', async () => {
  await writeCourses(client, [...generateCourses(10)]);
  const role = `importer_${process.pid}`;
  await client.query(`CREATE ROLE ${role}; GRANT SELECT ON course_search TO ${role}; SET ROLE ${role}`);
  try {
    await client.query('SELECT rebuild_search()');
    expect((await client.query('SELECT course_id FROM course_search LIMIT 1')).rows).toHaveLength(1);
    await expect(client.query('DELETE FROM course_search')).rejects.toThrow('permission denied');
  } finally {
    await client.query(`RESET ROLE; DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});

// Busy machines take longer than usual for 48,000 rows of the index.
const bulkSize = needs(fullSizes);

it('produces the same search index from a bulk import over two connections', bulkSize, async () => {
  const courses = [...generateCourses(24_000, 3)];
  const path = join(folder, 'large.ndjson');
  // Duplicate URLs: the later row must replace the earlier one, whichever connection is faster.
  const again = courses.slice(0, 50).map((course) => ({ ...course, title: 'Later row' }));
  await writeFile(path, [...courses, ...again].map((course) => JSON.stringify(course)).join('\n'));
  const seen: number[] = [];
  await importCourses([client, other], {
    path,
    format: 'ndjson',
    mapping: { columns: {}, constants: {} },
    onRejected(line, problem) {
      throw new Error(`${line}: ${problem}`);
    },
    onProgress: ({ rows }) => seen.push(rows),
  });
  expect(await isStale()).toBe(false);
  expect(Math.max(...seen)).toBe(24_050);
  const { rows } = await client.query(`SELECT count(*)::int AS n FROM courses WHERE title = 'Later row'`);
  expect(rows).toEqual([{ n: 50 }]);
  const rebuilt = await readSearch();
  await client.query('TRUNCATE course_search, catalogue_words, course_facets, course_totals');
  await client.query('SELECT add_to_search((SELECT array_agg(id) FROM courses))');
  expect(await readSearch()).toEqual(rebuilt);
});

it('searches return the old state until the index is rebuilt, by the import or by the repair', async () => {
  const courses = [...generateCourses(40)];
  await writeCourses(client, courses.slice(0, 10));
  const before = await readSearch();
  await acquireImportLock(other);
  await suspendIndexing(other);
  await writeCourses(other, courses);
  expect(await isStale()).toBe(true);
  expect(await readSearch()).toEqual(before);
  // The running import holds the lock, so the repair does nothing.
  expect(await repairSearchIndex(database.url)).toBe(false);
  await other.query('SELECT pg_advisory_unlock_all()');
  expect(await repairSearchIndex(database.url)).toBe(true);
  expect(await isStale()).toBe(false);
  const { rows } = await client.query('SELECT count(*)::int AS n FROM course_search');
  expect(rows).toEqual([{ n: 40 }]);
  expect(await repairSearchIndex(database.url)).toBe(false);
});

it('reads all pages of the search index for a role that owns nothing, and none where pg_prewarm is missing', async () => {
  await writeCourses(client, [...generateCourses(500)]);
  const role = `visitor_${database.url.split('/').at(-1)}`;
  await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'warm'`);
  try {
    const asRole = database.url.replace(/\/\/.*@/, `//${role}:warm@`);
    const { rows } = await client.query(
      `SELECT sum(pg_relation_size(oid) / 8192)::int AS pages FROM pg_class WHERE oid = 'courses_pkey'::regclass
         OR oid = ANY ($1::regclass[]) OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ANY ($1::regclass[]))`,
      [searchTables],
    );
    expect(await warmSearchIndex(asRole)).toBe(rows[0].pages);
    await client.query('DROP EXTENSION pg_prewarm');
    expect(await warmSearchIndex(asRole)).toBeUndefined();
  } finally {
    await client.query(`DROP ROLE ${role}`);
  }
});
