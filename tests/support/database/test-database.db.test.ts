import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((database) => database.drop())));

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}

it('gives every file a database of its own', async () => {
  const [first, second] = [await createTestDatabase(), await createTestDatabase()];
  databases.push(first, second);
  await query(first.url, 'CREATE TABLE only_here ()');
  expect(await query(first.url, "SELECT to_regclass('only_here') AS found")).toEqual([
    { found: 'only_here' },
  ]);
  expect(await query(second.url, "SELECT to_regclass('only_here') AS found")).toEqual([{ found: null }]);
});

it('drops it although a connection is open', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  await database.drop();
  await expect(query(database.url, 'SELECT 1')).rejects.toThrow(/does not exist/);
});
