import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';

/** The start of a test of the import: an empty catalogue and a folder for its files. */
export interface ImportFixture {
  database: TestDatabase;
  client: pg.Client;
  folder: string;
  count(table?: string): Promise<number>;
  /** Writes rows as NDJSON, texts as they are. Returns the path of the file. */
  writeRows(rows: Iterable<unknown>): Promise<string>;
  close(): Promise<void>;
}

/** Creates the database and the folder of a test of the import. */
export async function createImportFixture(): Promise<ImportFixture> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const folder = await mkdtemp(join(tmpdir(), 'courselift-import-'));
  return {
    database,
    client,
    folder,
    async count(table = 'courses') {
      return Number((await client.query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n);
    },
    async writeRows(rows) {
      const path = join(folder, 'courses.ndjson');
      await writeFile(
        path,
        [...rows].map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'),
      );
      return path;
    },
    async close() {
      await client.end();
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}
