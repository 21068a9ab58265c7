import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPostgresBackend, type PgPool, withBackend } from 'bullmq';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { patienceMs } from '#tests/support/soon.ts';
import { migratePostgresQueue } from '../postgres-connection.ts';

// When this fails after an update, BullMQ waits between retries by itself and `pauseOnLostConnection` can go.
it('BullMQ retries failed calls of its PostgreSQL pool at once, in spite of runRetryDelay', async () => {
  const database = await createTestDatabase();
  await migratePostgresQueue(database.url);
  const pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=bullmq' });
  pool.setMaxListeners(0);
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
  await expect.poll(() => calls, { timeout: patienceMs }).toBeGreaterThan(100);
  Object.assign(pool, { query, connect });
  await worker.close();
  await running;
  await pool.end();
  await database.drop();
});
