import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';

const firstOfSearch = 1_795_500_000_000;
const search = [firstOfSearch, 1_795_550_000_000, 1_795_600_000_000];
const folder = fileURLToPath(new URL('../../services/platform/database/migrations/', import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function connect(isIncluded: (timestamp: number) => boolean): Promise<DataSource> {
  const files = (await readdir(folder)).filter(
    (name) => /^\d+-.*\.ts$/.test(name) && isIncluded(Number(name.split('-')[0])),
  );
  const url = new URL(database.url);
  return new DataSource({
    type: 'postgres',
    url: url.href,
    migrations: files.map((name) => `${folder}${name}`),
    migrationsTransactionMode: 'each',
  }).initialize();
}

it('migrations index the courses of an existing database', async () => {
  const older = await connect((timestamp) => timestamp < firstOfSearch);
  await older.query('DROP SCHEMA public CASCADE');
  await older.query('CREATE SCHEMA public');
  await older.runMigrations();
  await older.query(`
    INSERT INTO courses (title, description, platform, url, level, status, tags)
    SELECT 'Weaving ' || n, 'Baskets', 'Old Platform', 'https://old.example/' || n, 'Beginner', 'Free', ARRAY['Crafts']
    FROM generate_series(1, 3000) AS n`);
  await older.destroy();
  const newer = await connect((timestamp) => search.includes(timestamp));
  try {
    await newer.runMigrations();
    const [{ found }] = await newer.query(
      `SELECT count(*)::int AS found FROM course_search WHERE doc @@ '''weaving'' & ''=t:crafts'''`,
    );
    expect(found).toBe(3_000);
    expect(await newer.query(`SELECT lexeme, label, n FROM course_facets ORDER BY 1`)).toEqual([
      { lexeme: '=l:beginner', label: 'Beginner', n: 3_000 },
      { lexeme: '=p:old-platform', label: 'Old Platform', n: 3_000 },
      { lexeme: '=s:free', label: 'Free', n: 3_000 },
      { lexeme: '=t:crafts', label: 'Crafts', n: 3_000 },
    ]);
    expect(await newer.query(`SELECT slug FROM courses WHERE title = 'Weaving 7'`)).toEqual([
      { slug: expect.stringMatching(/^weaving-7-[0-9a-f]{10}$/) },
    ]);
    // The down migration restores the previous search triggers.
    await newer.undoLastMigration();
    await newer.query(`DELETE FROM courses WHERE title = 'Weaving 7'`);
    await newer.query(`UPDATE courses SET title = 'Knotting' WHERE title = 'Weaving 8'`);
    expect(await newer.query(`SELECT n FROM catalogue_words WHERE word = 'weaving'`)).toEqual([{ n: 2_998 }]);
  } finally {
    await newer.destroy();
  }
}, 60_000);
