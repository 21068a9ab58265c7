import pg from 'pg';
import type { DataSource } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '#services/entities.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { createDataSource } from './data-source.ts';
import { DatabaseTimeoutError } from './pg-client.ts';
import { inTransaction } from './transaction.ts';

describe('a PostgreSQL that does not respond', () => {
  let database: TestDatabase;
  let db: DataSource;
  let stopped: number | undefined;
  beforeEach(async () => {
    database = await createTestDatabase();
    db = createDataSource({ entities, databaseUrl: database.url, applicationName: 'stalled', poolSize: 1 });
    await db.initialize();
    await db.query('CREATE TABLE things (name text)');
  });
  afterEach(async () => {
    if (stopped) process.kill(stopped, 'SIGCONT');
    await db.destroy();
    await database.drop();
  });

  it('does not hang a query, and leaves no open transaction in the pool', async () => {
    const work = inTransaction(db, async (manager) => {
      await manager.query(`INSERT INTO things VALUES ('half done')`);
      const [{ pid }] = await manager.query('SELECT pg_backend_pid() AS pid');
      stopped = pid as number;
      process.kill(stopped, 'SIGSTOP');
      await manager.query(`INSERT INTO things VALUES ('never answered')`);
    });
    // The driver's own time limit ends it, while the server still does not respond.
    await expect(work).rejects.toMatchObject({
      name: 'ConnectionLostError',
      cause: { driverError: expect.any(DatabaseTimeoutError) },
    });

    if (stopped) process.kill(stopped, 'SIGCONT');
    stopped = undefined;
    // The pool has one connection, so this query would run in a transaction that was left open.
    await db.query(`INSERT INTO things VALUES ('acknowledged')`);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    const { rows } = await other.query('SELECT name FROM things');
    await other.end();
    expect(rows).toEqual([{ name: 'acknowledged' }]);
  });
});
