import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { requireRedis } from '#tests/support/requirements.ts';
import { startRedis, type TestRedis } from '#tests/support/start-redis.ts';
import { openRateLimitStore, type RateLimitStore } from './rate-limit-store.ts';

const redis = requireRedis();
const log = pino({ level: 'silent' });

describe.skipIf(redis.missing)('limits that are counted in Redis', () => {
  let server: TestRedis;
  let stores: RateLimitStore[];
  beforeAll(async () => {
    server = await startRedis(redis.path as string);
    stores = [
      openRateLimitStore({ redisUrl: server.url }, log),
      openRateLimitStore({ redisUrl: server.url }, log),
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
    await vi.waitFor(
      async () => {
        const name = crypto.randomUUID();
        for (const turn of [0, 1, 0]) await isTaken(stores[turn], name);
        expect(await isTaken(stores[1], name)).toBe(false);
      },
      { timeout: 10_000 },
    );
    const answers: unknown[] = [];
    for (const turn of [0, 1, 0, 1]) answers.push(await isTaken(stores[turn], 'shared'));
    expect(answers).toEqual([true, true, true, false]);
  });

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
