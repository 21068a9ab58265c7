import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startRedis, type TestRedis } from '#tests/support/servers/start-redis.ts';
import { patient } from '#tests/support/soon.ts';
import { needs, requireRedis } from '#tests/support/vitest/requirements.ts';
import { openRateLimitStore, type RateLimitStore } from './rate-limit-store.ts';

const redis = requireRedis();
const log = pino({ level: 'silent' });

describe('limits that are counted in Redis', needs(redis), () => {
  let server: TestRedis;
  let stores: RateLimitStore[];
  beforeAll(async () => {
    server = await startRedis(redis.path as string);
    stores = [
      await openRateLimitStore({ redisUrl: server.url }, log),
      await openRateLimitStore({ redisUrl: server.url }, log),
    ];
  });
  afterAll(async () => {
    for (const store of stores) store.close();
    await server.stop();
  });

  const isTaken = (store: RateLimitStore | undefined, name: string) =>
    store
      ?.makeLimiter(name, 3, 60_000)
      .consume('somebody')
      .then(
        () => true,
        () => false,
      );

  it('are shared by all processes', async () => {
    // Until the connections are there, each process counts for itself.
    await vi.waitFor(async () => {
      const name = crypto.randomUUID();
      for (const turn of [0, 1, 0]) await isTaken(stores[turn], name);
      expect(await isTaken(stores[1], name)).toBe(false);
    }, patient);
    const answers: unknown[] = [];
    for (const turn of [0, 1, 0, 1]) answers.push(await isTaken(stores[turn], 'shared'));
    expect(answers).toEqual([true, true, true, false]);
  });

  it('expire, and use a Redis of their own where one is configured', async () => {
    const own = await startRedis(redis.path as string);
    const [queues, counters] = [new Redis(server.url), new Redis(own.url)];
    const store = await openRateLimitStore({ redisUrl: server.url, rateLimitRedisUrl: own.url }, log);
    try {
      await queues.flushall();
      await vi.waitFor(async () => {
        await isTaken(store, crypto.randomUUID());
        expect(await counters.dbsize()).toBeGreaterThan(0);
      }, patient);
      for (const key of await counters.keys('*')) {
        expect(key).toMatch(/^limit:/);
        expect(await counters.pttl(key)).toBeGreaterThan(0);
      }
      expect(await queues.dbsize()).toBe(0);
      // Readiness is about the queues, not about the counters.
      await own.kill();
      expect(await store.isReachable()).toBe(true);
    } finally {
      store.close();
      queues.disconnect();
      counters.disconnect();
      await own.stop();
    }
  });

  // ASVS 16.5.2, 16.5.3
  it('go on in memory when Redis is gone', async () => {
    await server.kill();
    const limiter = stores[0]?.makeLimiter('alone', 3, 60_000);
    const answers: boolean[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const taken = await limiter?.consume('somebody').then(
        () => true,
        () => false,
      );
      answers.push(Boolean(taken));
    }
    expect(answers).toEqual([true, true, true, false, false]);
  });
});
