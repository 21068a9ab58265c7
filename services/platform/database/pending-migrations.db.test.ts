import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { createDataSource } from './data-source.ts';
import { assertMigrated } from './pending-migrations.ts';

let database: TestDatabase;
let owner: DataSource;
let db: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  const connect = (databaseUrl: string) =>
    createDataSource({ databaseUrl, applicationName: 'test-migrations', poolSize: 1 }).initialize();
  [owner, db] = await Promise.all([connect(database.url), connect(database.applicationUrl)]);
});
afterAll(async () => {
  await Promise.all([owner?.destroy(), db?.destroy()]);
  await database?.drop();
});

// As pg_restore leaves a database: in a new one the schema is usable, in a schema that was created again nothing is.
it.each([
  ['the tables', (role: string) => `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`],
  ['the schema', (role: string) => `REVOKE ALL ON SCHEMA public FROM PUBLIC, ${role}`],
])('says what is wrong, and the next step, where the role has no privileges on %s', async (_, revoke) => {
  await expect(assertMigrated(db)).resolves.toBeUndefined();
  const role = new URL(database.applicationUrl).username;
  await owner.query(revoke(role));
  await expect(assertMigrated(db)).rejects.toThrow(
    `DATABASE_URL: the role "${role}" has no privileges on the tables, as after a restore. Run as their owner (MIGRATION_DATABASE_URL): npm run db:migrate`,
  );
  await owner.query(
    `GRANT USAGE ON SCHEMA public TO PUBLIC; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
  );
});
