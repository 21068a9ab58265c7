import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { startPgbouncer, type TestPooler } from '#tests/support/servers/start-pgbouncer.ts';
import { needs, requirePgbouncer } from '#tests/support/vitest/requirements.ts';
import { checkPooler } from './connect-database.ts';
import { createDataSource } from './data-source.ts';
import { execute, row, rows } from './sql.ts';
import { inTransaction } from './transaction.ts';

const pgbouncer = requirePgbouncer();
const connections = 4;

describe('a data source behind a pooler of transactions', needs(pgbouncer), () => {
  let database: TestDatabase;
  let pooler: TestPooler;
  let processes: DataSource[];
  const connect = async (through: TestPooler) => {
    const poolerUrl = through.through(database.url);
    const options = { databaseUrl: database.url, poolerUrl, applicationName: 'pooled', poolSize: 10 };
    return createDataSource(options).initialize();
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    pooler = await startPgbouncer(pgbouncer.path as string, [database.url], { poolSize: connections });
    processes = await Promise.all([connect(pooler), connect(pooler)]);
    await execute(
      processes[0] as DataSource,
      'CREATE TABLE counters (name text PRIMARY KEY, n int NOT NULL)',
    );
    await execute(processes[0] as DataSource, `INSERT INTO counters VALUES ('all', 0)`);
  });
  afterAll(async () => {
    await Promise.all((processes ?? []).map((db) => db.destroy()));
    await pooler?.stop();
    await database?.drop();
  });

  it('does the transactions of many clients with the connections of the pooler', async () => {
    const add = (db: DataSource) =>
      inTransaction(db, async (manager) => {
        const counter = await row<{ n: number }>(
          manager,
          'SELECT n FROM counters WHERE name = $1 FOR UPDATE',
          ['all'],
        );
        // TypeORM's own way to the server, beside that of the statements above.
        await manager.query('UPDATE counters SET n = $2 WHERE name = $1', ['all', (counter?.n ?? 0) + 1]);
      });
    await Promise.all(processes.flatMap((db) => Array.from({ length: 25 }, () => add(db))));
    const [db] = processes as [DataSource];
    expect(await rows(db, 'SELECT n FROM counters WHERE name = $1', ['all'])).toEqual([{ n: 50 }]);
    const used = await row<{ sessions: number; prepared: number }>(
      db,
      `SELECT count(*)::int AS sessions, (SELECT count(*)::int FROM pg_prepared_statements) AS prepared
       FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`,
    );
    expect(used).toEqual({ sessions: expect.any(Number), prepared: 0 });
    expect(used?.sessions).toBeLessThanOrEqual(connections);
  });

  it('is refused at the start when the sessions of the pooler have no timeouts, with the line that sets them', async () => {
    const [db] = processes as [DataSource];
    await checkPooler(db, pooler.through(database.url));
    const careless = await startPgbouncer(pgbouncer.path as string, [database.url], {
      connectQuery: 'SET lock_timeout = 2000',
    });
    const through = await connect(careless);
    await expect(checkPooler(through, careless.through(database.url))).rejects.toThrow(
      /have no idle_in_transaction_session_timeout, statement_timeout\. .*connect_query='SET statement_timeout = 4000;/,
    );
    await through.destroy();
    await careless.stop();
  });
});
