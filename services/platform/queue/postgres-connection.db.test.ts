import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareConnection } from '#services/platform/database/data-source.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { pauseOnLostConnection } from './postgres-connection.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const openPool = (onConnect: (client: pg.ClientBase) => void | Promise<void>) => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1, onConnect });
  pool.on('error', () => {});
  pauseOnLostConnection(pool);
  return pool;
};

const cut = async (client: pg.ClientBase) => {
  // Not `once` of node:events, which rejects on 'error'.
  const ended = new Promise((resolve) => client.once('end', resolve));
  await client.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => {});
  await ended;
};

describe('the pool of the queue', () => {
  // BullMQ would keep such a client for LISTEN and never take a job of this queue again.
  it('rejects a client whose connection was lost before it is handed over', async () => {
    let cuts = 0;
    const pool = openPool(async (client) => {
      prepareConnection(client);
      cuts += 1;
      if (cuts === 1) await cut(client);
    });
    await expect(pool.connect()).rejects.toThrow('Connection terminated');
    const client = await pool.connect();
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    client.release();
    await pool.end();
  });

  it('survives a connection that is lost before its user listens to errors', async () => {
    const pool = openPool(prepareConnection);
    const client = await pool.connect();
    await cut(client);
    client.release();
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});
