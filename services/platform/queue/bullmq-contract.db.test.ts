import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPostgresBackend, type PgPool, withBackend } from 'bullmq';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { patient } from '#tests/support/soon.ts';
import { migratePostgresQueue } from './postgres-connection.ts';

const openPool = () => {
  const pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=bullmq' });
  pool.setMaxListeners(0);
  return pool;
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migratePostgresQueue(database.url);
});
afterAll(() => database?.drop());

// When this fails after an update, BullMQ waits between retries by itself and `pauseOnLostConnection` can go.
it('BullMQ retries failed calls of its PostgreSQL pool at once, in spite of runRetryDelay', async () => {
  const pool = openPool();
  const { Worker } = withBackend(createPostgresBackend);
  const worker = new Worker('mail', async () => {}, {
    connection: pool as unknown as PgPool,
    runRetryDelay: 2_000,
    autorun: false,
  });
  worker.on('error', () => {});
  await worker.waitUntilReady();
  const [query, connect] = [pool.query, pool.connect];
  let calls = 0;
  const fail = async () => {
    calls += 1;
    await nextTurn();
    throw new Error('Connection terminated unexpectedly');
  };
  Object.assign(pool, { query: fail, connect: fail });
  // Started now: a worker that has read an empty queue waits for its next job, whatever fails.
  const running = worker.run();
  // With the delay it would be five at most.
  await expect.poll(() => calls, patient).toBeGreaterThan(100);
  Object.assign(pool, { query, connect });
  await worker.close();
  await running;
  await pool.end();
});

// When this fails after an update, a queue recovers by itself and `createReady` can go (docs/upstream/bullmq-failed-bootstrap.md).
it('BullMQ fails every call of a queue whose first connection failed, although the server responds', async () => {
  const pool = openPool();
  const { connect } = pool;
  const fail = async () => {
    throw new Error('timeout exceeded when trying to connect');
  };
  Object.assign(pool, { connect: fail });
  const { Queue } = withBackend(createPostgresBackend);
  const queue = new Queue('mail', { connection: pool as unknown as PgPool });
  await expect(queue.waitUntilReady()).rejects.toThrow('timeout exceeded');
  Object.assign(pool, { connect });
  await pool.query('SELECT 1');
  await expect(queue.add('note', {})).rejects.toThrow('timeout exceeded');
  await queue.close();
  await pool.end();
});
