import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeEarlier, readEarlier } from '#tests/support/database/earlier-database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { createLogger } from '../log.ts';
import { connectDatabase } from './connect-database.ts';
import { createDataSource } from './data-source.ts';
import { migrate } from './migrate.ts';

const sentence =
  'DATABASE_URL: the database was created before the first release and cannot be migrated to this version; nothing in it was changed. Set DATABASE_URL to an empty one (createdb --encoding=UTF8 NAME).';

let database: TestDatabase;
let before: object[];
beforeAll(async () => {
  database = await createTestDatabase();
  await makeEarlier(database.url);
  before = await readEarlier(database.url);
});
afterAll(() => database?.drop());

it('a database of an earlier version is not migrated', async () => {
  const { url, applicationUrl } = database;
  const migrating = migrate({ databaseUrl: applicationUrl, ownerUrl: url, redisUrl: undefined });
  await expect(migrating).rejects.toThrow(sentence);
  expect(await readEarlier(url)).toEqual(before);
});

it('a process ends at once on a database of an earlier version, without waiting for its migration', async () => {
  const { url, applicationUrl: databaseUrl } = database;
  const db = createDataSource({ databaseUrl, applicationName: 'earlier' });
  const log = createLogger({ logLevel: 'silent' }, 'test');
  const connecting = connectDatabase(
    db,
    { databaseUrl, poolerUrl: undefined, isSandbox: true },
    { log, signal: AbortSignal.timeout(60_000) },
  );
  await expect(connecting).rejects.toThrow(sentence);
  await db.destroy();
  expect(await readEarlier(url)).toEqual(before);
});
