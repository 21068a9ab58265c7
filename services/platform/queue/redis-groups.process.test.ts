import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '#services/platform/log.ts';
import { createQueueFixture, onRedis, type QueueFixture } from '#tests/queue/queue-fixture.ts';
import { noteJob, slowJob } from '#tests/queue/test-jobs.ts';
import { type RedisGroup, startCluster, startSentinelGroup } from '#tests/support/servers/redis-groups.ts';
import { patient } from '#tests/support/soon.ts';
import { needs, requireRedis } from '#tests/support/vitest/requirements.ts';
import { openRateLimitStore } from '../http/rate-limit/rate-limit-store.ts';

const redis = requireRedis();
const failOverMs = 30_000;
const log = createLogger({ logLevel: 'silent' }, 'test');

const kinds = [
  { kind: 'Sentinels', start: startSentinelGroup },
  { kind: 'a Cluster', start: startCluster },
];

describe.each(kinds)('queues in a Redis behind $kind', needs(onRedis), ({ kind, start }) => {
  let group: RedisGroup;
  let fixture: QueueFixture;
  let workers: { stop(): Promise<void> };
  beforeAll(async () => {
    group = await start(redis.path as string);
    fixture = await createQueueFixture('redis', group.address);
    workers = await fixture.startWorkers();
  });
  afterAll(async () => {
    await workers?.stop();
    await fixture?.close();
    await group?.stop();
  });

  const allDone = (limitMs: number) =>
    expect
      .poll(
        () =>
          fixture.db.query(
            `SELECT count(*)::int AS open, (SELECT count(*)::int FROM effects GROUP BY job_id HAVING count(*) > 1) AS doubled
             FROM outbox WHERE closed_at IS NULL`,
          ),
        { timeout: limitMs, interval: 100 },
      )
      .toEqual([{ open: 0, doubled: null }]);

  it('run jobs of every queue once', async () => {
    for (let index = 0; index < 20; index++) await fixture.enqueue(noteJob, { subject: `note ${index}` });
    for (let index = 0; index < 5; index++) await fixture.enqueue(slowJob, { ms: 20 });
    await allDone(10_000);
  });

  it('share the counters of rate limits', async () => {
    const stores = [
      await openRateLimitStore({ redisUrl: group.address }, log),
      await openRateLimitStore({ redisUrl: group.address }, log),
    ] as const;
    for (const store of stores) await expect.poll(() => store.isReachable(), patient).toBe(true);
    const [first, second] = stores.map((store) => store.makeLimiter('test', 2, 60_000));
    await first?.consume('person');
    await second?.consume('person');
    await expect(first?.consume('person')).rejects.toMatchObject({ remainingPoints: 0 });
    for (const store of stores) store.close();
  });

  if (kind === 'Sentinels') {
    it('continue on the replica when the primary is gone, and lose nothing', async () => {
      for (let index = 0; index < 10; index++) await fixture.enqueue(slowJob, { ms: 300 });
      await group.servers[0]?.kill();
      for (let index = 20; index < 40; index++) await fixture.enqueue(noteJob, { subject: `note ${index}` });
      await allDone(failOverMs);
      expect(await group.primaryPort()).toBe(group.servers[1]?.port);
    });
  }
});
