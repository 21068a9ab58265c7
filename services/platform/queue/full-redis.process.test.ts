import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQueueFixture, onRedis, type QueueFixture } from '#tests/queue/queue-fixture.ts';
import { noteJob, testJobs } from '#tests/queue/test-jobs.ts';
import { patienceMs, patient } from '#tests/support/soon.ts';
import { needs } from '#tests/support/vitest/requirements.ts';
import { createLogger } from '../log.ts';
import { fullShare, parseMemory, usedShare } from '../redis/redis-memory.ts';
import { connectQueue } from './connection.ts';
import { openQueues } from './queues.ts';
import { startRelay } from './relay.ts';

const log = createLogger({ logLevel: 'silent' }, 'test');

describe('a Redis with little memory', { ...needs(onRedis), timeout: 8 * patienceMs }, () => {
  let fixture: QueueFixture;
  let redis: Redis;
  beforeEach(async () => {
    fixture = await createQueueFixture('redis');
    redis = new Redis(fixture.settings.redisUrl ?? '');
  });
  afterEach(async () => {
    redis?.disconnect();
    await fixture?.close();
  });

  const share = async () => usedShare([parseMemory(await redis.info('memory'))]);
  /** Commands that Redis refused because it was full. */
  const rejections = async () =>
    Number(/errorstat_OOM:count=(\d+)/.exec(await redis.info('errorstats'))?.[1] ?? 0);
  const count = async (condition: string) => {
    const [{ n }] = await fixture.db.query(`SELECT count(*)::int AS n FROM outbox WHERE ${condition}`);
    return n as number;
  };
  // Thousands of jobs, on a machine that may be busy.
  const allDone = () => expect.poll(() => count('closed_at IS NULL'), { timeout: 4 * patienceMs }).toBe(0);
  const eachOnce = async () => {
    const [{ effects, rows }] = await fixture.db.query(
      `SELECT (SELECT count(*)::int FROM effects) AS effects, (SELECT count(*)::int FROM outbox) AS rows`,
    );
    expect(effects).toBe(rows);
  };

  /** Runs a relay without workers until a value is as expected. */
  const relayUntil = async (read: () => Promise<number>, isEnough: (value: number) => boolean) => {
    const connection = await connectQueue(fixture.settings, log);
    const queues = await openQueues(connection, log);
    const { databaseUrl } = fixture.settings;
    const relay = startRelay({ db: fixture.db, databaseUrl, jobs: testJobs, queues, log });
    await expect.poll(async () => isEnough(await read()), patient).toBe(true);
    await relay.stop();
    await queues.close();
    await connection.close();
  };

  it('is not filled by jobs, which wait in the outbox and then run', async () => {
    const first = await fixture.enqueue(noteJob, { subject: 'the first' });
    await fixture.db.query(
      `INSERT INTO outbox (job, payload, available_at)
       SELECT job, payload, available_at FROM outbox, generate_series(1, 5000) WHERE id = $1`,
      [first],
    );
    // About 4,000 jobs fit into what is left. Without jobs less than 70 % are used, BullMQ's last 10,000 events included.
    await redis.config('SET', 'maxmemory', '8000000');
    await redis.set('something else', 'x'.repeat(2_000_000));
    await relayUntil(share, (used) => used >= fullShare);
    expect(await count('enqueued_at IS NULL')).toBeGreaterThan(0);

    const workers = await fixture.startWorkers();
    await allDone();
    await workers.stop();
    await eachOnce();
    expect(await rejections()).toBe(0);
  });

  it('that something else fills stops workers without a busy loop, and loses no job', async () => {
    // Taking a waiting job is refused; a job that runs could still be finished.
    for (let index = 0; index < 20; index++) await fixture.enqueue(noteJob, { subject: `waiting ${index}` });
    await relayUntil(
      () => count('enqueued_at IS NULL'),
      (left) => left === 0,
    );
    await redis.set('something else', 'x'.repeat(6_000_000));
    await redis.config('SET', 'maxmemory', '5000000');
    expect(await share()).toBeGreaterThan(1);
    const workers = await fixture.startWorkers();
    for (let index = 0; index < 20; index++) await fixture.enqueue(noteJob, { subject: `full ${index}` });

    const [before, cpu] = [await rejections(), process.cpuUsage()];
    await sleep(4_000);
    const { user, system } = process.cpuUsage(cpu);
    const refused = (await rejections()) - before;
    process.stdout.write(
      `${refused} calls refused, ${(user + system) / 1_000} ms of CPU in 4 s of a full Redis\n`,
    );
    // Each of the slots of six queues may try four times a second.
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(1_000);
    expect((user + system) / 1_000).toBeLessThan(1_500);
    expect(await count('enqueued_at IS NULL')).toBe(20);

    await redis.del('something else');
    await allDone();
    await workers.stop();
    await eachOnce();
  });
});
