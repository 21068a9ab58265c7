import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '#services/platform/config.ts';
import { startRedis, type TestRedis } from '#tests/support/servers/start-redis.ts';
import { needs, requireRedis } from '#tests/support/vitest/requirements.ts';
import { checkRedis } from './redis-connection.ts';

const { path, missing } = requireRedis();

describe('checkRedis', needs({ missing }), () => {
  let redis: TestRedis;
  let client: Redis;
  beforeAll(async () => {
    redis = await startRedis(path ?? '');
    client = new Redis(redis.url);
  });
  afterAll(async () => {
    client?.disconnect();
    await redis?.stop();
  });

  it('accepts noeviction with an append-only file, and returns the memory', async () => {
    await expect(checkRedis(redis.url)).resolves.toEqual([{ maxBytes: 0, usedBytes: expect.any(Number) }]);
  });

  it.each([
    ['maxmemory-policy', 'allkeys-lru', 'noeviction', /maxmemory-policy allkeys-lru and appendonly yes/],
    ['appendonly', 'no', 'yes', /maxmemory-policy noeviction and appendonly no/],
  ])('rejects %s %s in one line', async (setting, wrong, right, message) => {
    await client.config('SET', setting, wrong);
    const rejection = await checkRedis(redis.url).catch((error: unknown) => error);
    await client.config('SET', setting, right);
    expect(rejection).toBeInstanceOf(ConfigError);
    expect(String(rejection)).toMatch(message);
    expect(String(rejection)).not.toContain('\n');
  });
});
