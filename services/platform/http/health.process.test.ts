import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '#services/entities.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { createErrorHandler } from '#services/platform/http/error-handler.ts';
import { createLogger } from '#services/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { startRedis, type TestRedis } from '#tests/support/servers/start-redis.ts';
import { patient } from '#tests/support/soon.ts';
import { needs, requireRedis } from '#tests/support/vitest/requirements.ts';
import { healthRouter } from './health.ts';
import { type Listening, listenOn } from './listen-on.ts';
import { openRateLimitStore, type RateLimitStore } from './rate-limit/rate-limit-store.ts';

const { path, missing } = requireRedis();
const log = createLogger({ logLevel: 'silent' }, 'test');

describe('the health of an API whose queues are in Redis', needs({ missing }), () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let db: ReturnType<typeof createDataSource>;
  let limits: RateLimitStore;
  let server: Listening;
  beforeAll(async () => {
    database = await createTestDatabase();
    redis = await startRedis(path ?? '');
    db = createDataSource({ entities, databaseUrl: database.url, applicationName: 'health' });
    await db.initialize();
    limits = await openRateLimitStore({ redisUrl: redis.url }, log);
    const app = express();
    app.use('/health', healthRouter({ db, isQueueReachable: limits.isReachable }));
    app.use(createErrorHandler(log));
    server = await listenOn(app, 0);
  });
  afterAll(async () => {
    await server?.close();
    limits?.close();
    await redis?.stop();
    await db?.destroy();
    await database?.drop();
  });

  const ready = async (query = '') => {
    const response = await fetch(`http://127.0.0.1:${server.port}/health/ready${query}`);
    return [response.status, await response.json()];
  };
  const withoutQueue = [503, { message: 'Not ready.', errors: { queue: 'unavailable' } }];

  it('is not ready while Redis is down, and ready again afterwards', async () => {
    await expect.poll(() => ready(), patient).toEqual([200, { status: 'ready' }]);
    await redis.kill();
    await expect.poll(() => ready(), patient).toEqual(withoutQueue);
    await redis.restart();
    await expect.poll(() => ready(), patient).toEqual([200, { status: 'ready' }]);
  });

  it('is not ready while Redis is stopped, but serves a load balancer that excludes the queue', async () => {
    process.kill(redis.pid, 'SIGSTOP');
    expect(await ready()).toEqual(withoutQueue);
    expect(await ready('?exclude=queue')).toEqual([200, { status: 'ready' }]);
    process.kill(redis.pid, 'SIGCONT');
  });

  it('is not ready on a database that was never migrated', async () => {
    await db.query('ALTER TABLE migrations RENAME TO applied');
    expect(await ready()).toEqual([503, { message: 'Not ready.', errors: { database: 'not migrated' } }]);
    expect((await db.query("SELECT to_regclass('migrations') AS found"))[0].found).toBeNull();
    await db.query('ALTER TABLE applied RENAME TO migrations');
  });
});
