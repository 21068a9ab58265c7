import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { patient } from '#tests/support/soon.ts';
import { toHttpError } from '../http/error-handler.ts';
import { enforceQueryTimeout } from './pg-client.ts';

// Internals of pg that we replace or rely on. When one of these fails after an update, read pg's release notes: the
// replacement may not be needed any more, or may not work any more.

let database: TestDatabase;
const pools: pg.Pool[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});
afterAll(() => database?.drop());

function openPool(options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: database.url, max: 1, ...options });
  pool.on('error', () => {});
  pools.push(pool);
  return pool;
}

it('the query_timeout of pg leaves the connection in the pool, in its open transaction', async () => {
  const pool = openPool({ query_timeout: 300 });
  const client = await pool.connect();
  await client.query('BEGIN');
  const { rows: before } = await client.query('SELECT pg_current_xact_id()::text AS id');
  await expect(client.query('SELECT pg_sleep(1)')).rejects.toThrow('Query read timeout');
  client.release();
  const next = await pool.connect();
  const transactionOfNext = async () => {
    const { rows } = await next.query('SELECT pg_current_xact_id_if_assigned()::text AS id');
    return rows[0].id;
  };
  // Until the server has finished the query, the next one waits behind it.
  await expect.poll(() => transactionOfNext().catch(() => undefined), patient).toBe(before[0].id);
  next.release();
});

// The pool of the search, which has no transactions, therefore uses the option of pg.
it('the query of a pool drops a connection whose query timed out', async () => {
  const pool = openPool({ query_timeout: 300 });
  const pid = async () => (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  const before = await pid();
  await expect(pool.query('SELECT pg_sleep(1)')).rejects.toThrow('Query read timeout');
  expect(await pid()).not.toBe(before);
});

it('a client has a stream whose destruction ends the running query with the given error', async () => {
  const pool = openPool();
  const client = await pool.connect();
  client.on('error', () => {});
  const running = client.query('SELECT pg_sleep(30)');
  const { stream } = (client as unknown as { connection: { stream: { destroy(error: Error): void } } })
    .connection;
  stream.destroy(new Error('of ours'));
  await expect(running).rejects.toThrow('of ours');
  client.release();
  const { rows } = await pool.query('SELECT 1 AS one');
  expect(rows).toEqual([{ one: 1 }]);
});

it('every way to call query still works when it is replaced', async () => {
  const pool = openPool({ onConnect: enforceQueryTimeout });
  const client = await pool.connect();
  const { rows } = await client.query('SELECT $1::int AS n', [7]);
  expect(rows).toEqual([{ n: 7 }]);
  const prepared = await client.query({ name: 'seven', text: 'SELECT $1::int AS n', values: [7] });
  expect(prepared.rows).toEqual([{ n: 7 }]);
  await expect(client.query('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
  const called = await new Promise((resolve, reject) => {
    void client.query('SELECT 8 AS n', (error, result) => (error ? reject(error) : resolve(result.rows)));
  });
  expect(called).toEqual([{ n: 8 }]);
  client.release();
});

it('the errors of a server that is unavailable are recognized, most of them by their text alone', async () => {
  const statusOf = async (failing: Promise<unknown>) => {
    const error = await failing.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return toHttpError(error).status;
  };
  const exhausted = openPool({ connectionTimeoutMillis: 1_000 });
  const client = await exhausted.connect();
  client.on('error', () => {});
  expect(await statusOf(exhausted.query('SELECT 1'))).toBe(503);
  await client.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => {});
  expect(await statusOf(client.query('SELECT 1'))).toBe(503);
  client.release();
  const slow = openPool({ query_timeout: 50 });
  expect(await statusOf(slow.query('SELECT pg_sleep(2)'))).toBe(503);
  const closed = new pg.Client({ connectionString: database.url });
  await closed.connect();
  await closed.end();
  expect(await statusOf(closed.query('SELECT 1'))).toBe(503);
  const nowhere = openPool({ connectionString: 'postgres://x@127.0.0.1:9/x' });
  expect(await statusOf(nowhere.query('SELECT 1'))).toBe(503);
});
