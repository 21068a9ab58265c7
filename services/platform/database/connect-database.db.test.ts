import { expect, it } from 'vitest';
import { PAYMENTS_CHANNEL } from '#services/payments/payments.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { patient } from '#tests/support/soon.ts';
import { readStartSettings } from '../config.ts';
import { createLogger } from '../log.ts';
import { toPools } from '../pool-sizes.ts';
import { OUTBOX_CHANNEL } from '../queue/outbox.ts';
import { createChangeFeed } from './change-feed.ts';
import { describeShortage, readConnections } from './connect-database.ts';
import { createDataSource } from './data-source.ts';
import { listen } from './listen.ts';

const pools = toPools(readStartSettings({}));
// PostgreSQL's default max_connections of 100, less the three that it reserves for superusers.
const allowed = 97;

it('two APIs and two workers fit into the default of PostgreSQL, and one more while they are replaced', () => {
  expect(describeShortage({ allowed, apis: 2, workers: 2 }, { pools, redisUrl: undefined })).toBeUndefined();
  expect(describeShortage({ allowed, apis: 3, workers: 2 }, { pools, redisUrl: undefined })).toBeUndefined();
  expect(describeShortage({ allowed, apis: 2, workers: 3 }, { pools, redisUrl: undefined })).toBeUndefined();
});

it('says in one line what exceeds the limit, and which settings change it', () => {
  const larger = { api: 20, search: 8, worker: 16, queue: 14 };
  expect(describeShortage({ allowed, apis: 2, workers: 2 }, { pools: larger, redisUrl: undefined })).toBe(
    'PostgreSQL allows 97 connections, and 2 API and 2 worker processes open up to 120. ' +
      'Raise max_connections, or lower API_POOL_SIZE, SEARCH_POOL_SIZE, WORKER_POOL_SIZE and QUEUE_POOL_SIZE',
  );
  // The queues in Redis need no connections to PostgreSQL.
  const redisUrl = 'redis://127.0.0.1:6379';
  expect(describeShortage({ allowed, apis: 2, workers: 2 }, { pools: larger, redisUrl })).toBeUndefined();
});

it('counts the running APIs and workers of the database by what they listen to', async () => {
  const database = await createTestDatabase();
  const log = createLogger({ logLevel: 'silent' }, 'test');
  const db = createDataSource({ databaseUrl: database.applicationUrl, applicationName: 'connections' });
  await db.initialize();
  const feeds = [1, 2].map(() => createChangeFeed(database.applicationUrl, PAYMENTS_CHANNEL, log));
  const relay = listen(database.applicationUrl, [OUTBOX_CHANNEL], { log, wake: () => {} });
  try {
    await expect.poll(() => readConnections(db), patient).toMatchObject({ apis: 2, workers: 1 });
    expect((await readConnections(db)).allowed).toBeGreaterThan(0);
  } finally {
    await Promise.all([relay.stop(), ...feeds.map((feed) => feed.close())]);
    await db.destroy();
    await database.drop();
  }
});
