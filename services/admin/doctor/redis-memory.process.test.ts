import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, readStartSettings } from '#services/platform/config.ts';
import { createLogger } from '#services/platform/log.ts';
import { toPools } from '#services/platform/pool-sizes.ts';
import { connectQueue } from '#services/platform/queue/connection.ts';
import { startRedis, type TestRedis } from '#tests/support/servers/start-redis.ts';
import { needs, requireRedis } from '#tests/support/vitest/requirements.ts';
import { queueChecks } from './queue-checks.ts';

const { path, missing } = requireRedis();

describe('the memory of Redis', needs({ missing }), () => {
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

  const ask = () => {
    const config = { redisUrl: redis.url } as Config;
    return queueChecks(config, undefined as never)
      .find(({ name }) => name === 'Redis')
      ?.run();
  };
  /** Returns what a process logs that connects to the queues. */
  const warnings = async () => {
    const lines: string[] = [];
    const log = createLogger({ logLevel: 'warn' }, 'test', { write: (line: string) => lines.push(line) });
    const pools = toPools(readStartSettings({}));
    const connection = await connectQueue({ redisUrl: redis.url, databaseUrl: '', pools }, log);
    await connection.close();
    return lines.map((line) => JSON.parse(line).msg as string);
  };

  it.each([
    ['no limit', 0, /^Redis has no maxmemory/],
    ['little left', 1.1, /^Redis uses \d+ % of its maxmemory; new jobs wait/],
  ])('is a warning of the doctor and of each worker with %s', async (_what, timesUsed, text) => {
    const used = Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]);
    await client.config('SET', 'maxmemory', String(Math.round(used * timesUsed)));
    expect(await ask()).toMatchObject({ state: 'warning', found: expect.stringMatching(text) });
    expect(await warnings()).toEqual([expect.stringMatching(text)]);
  });

  it('is fine with room', async () => {
    await client.config('SET', 'maxmemory', '100mb');
    expect(await ask()).toMatchObject({
      state: 'ok',
      found: expect.stringMatching(/, \d+ % of maxmemory used$/),
    });
    expect(await warnings()).toEqual([]);
  });
});
