import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { patienceMs } from '#tests/support/soon.ts';
import { createLogger } from '../log.ts';
import { listen } from './listen.ts';

const log = createLogger({ logLevel: 'silent' }, 'test');

describe('listen', () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  const connections = async () => {
    const { rows } = await client.query(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'courselift-listen-news' AND datname = current_database()`,
    );
    return rows.length;
  };

  it('wakes on a notification, also after its connection was cut', async () => {
    const wake = vi.fn();
    const listener = listen(database.url, ['news'], { log, wake });
    await vi.waitFor(() => expect(wake).toHaveBeenCalledTimes(1), patienceMs);
    await client.query('NOTIFY news');
    await vi.waitFor(() => expect(wake).toHaveBeenCalledTimes(2), patienceMs);
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'courselift-listen-news'`,
    );
    // Wakes after the reconnect, because notifications may have been lost.
    await vi.waitFor(() => expect(wake).toHaveBeenCalledTimes(3), patienceMs);
    await client.query('NOTIFY news');
    await vi.waitFor(() => expect(wake).toHaveBeenCalledTimes(4), patienceMs);
    await listener.stop();
    await vi.waitFor(async () => expect(await connections()).toBe(0), patienceMs);
  });

  it.each([0, 5, 20])('stops, also while it connects: %i ms after it began', async (afterMs) => {
    const listener = listen(database.url, ['news'], { log, wake: () => {} });
    await sleep(afterMs);
    await listener.stop();
    await vi.waitFor(async () => expect(await connections()).toBe(0), patienceMs);
  });
});
