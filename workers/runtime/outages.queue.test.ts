import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backends, createQueueRig, type QueueRig } from '#tests/queue/queue-rig.ts';
import { flakyJob, noteJob, slowJob } from '#tests/queue/test-jobs.ts';

/** Longest time from the end of an outage to the end of the work that it held up, in milliseconds. */
const RECOVERY_MS = 15_000;

describe.each(backends)('outages on $backend', ({ backend, missing }) => {
  describe.skipIf(missing)('with workers', () => {
    let rig: QueueRig;
    let workers: { stop(): Promise<void> };
    beforeEach(async () => {
      rig = await createQueueRig(backend);
      workers = await rig.startWorkers();
    });
    afterEach(async () => {
      await workers?.stop();
      await rig?.close();
    });

    const openRows = async () => {
      const [{ count }] = await rig.db.query(
        `SELECT count(*)::int AS count FROM outbox WHERE closed_at IS NULL`,
      );
      return count as number;
    };
    const untilDone = async (what: string) => {
      const startMs = Date.now();
      await expect.poll(openRows, { timeout: RECOVERY_MS + 10_000, interval: 50 }).toBe(0);
      const tookMs = Date.now() - startMs;
      process.stdout.write(`${backend}: all done ${tookMs} ms after ${what}\n`);
      expect(tookMs).toBeLessThan(RECOVERY_MS);
    };
    const eachOnce = async () => {
      const twice = await rig.db.query('SELECT job_id FROM effects GROUP BY job_id HAVING count(*) <> 1');
      expect(twice).toEqual([]);
      const [{ rows, effects }] = await rig.db.query(
        'SELECT (SELECT count(*)::int FROM outbox) AS rows, (SELECT count(*)::int FROM effects) AS effects',
      );
      expect(effects).toBe(rows);
    };

    it('loses nothing when the queue is emptied', async () => {
      // Some of these are running when the queue goes, some are waiting, one is between two attempts.
      for (let index = 0; index < 10; index++) await rig.promise(slowJob, { ms: 1_000 });
      const flaky = await rig.promise(flakyJob, { failures: 1 });
      await expect.poll(() => rig.count('attempts', flaky), { timeout: 5_000, interval: 5 }).toBe(1);
      await rig.wipeQueue();
      await untilDone('the queue was emptied');
      await eachOnce();
    });

    it('loses nothing when the queue is emptied again and again', async () => {
      for (let round = 0; round < 5; round++) {
        for (let index = 0; index < 10; index++) await rig.promise(noteJob, { subject: `${round}.${index}` });
        await sleep(round * 7);
        await rig.wipeQueue();
      }
      await untilDone('the queue was emptied for the last time');
      await eachOnce();
    });

    it('goes on when every connection to PostgreSQL is cut', async () => {
      for (let round = 0; round < 3; round++) {
        for (let index = 0; index < 5; index++) await rig.promise(slowJob, { ms: 100 });
        await rig.db.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
        await sleep(100);
      }
      await untilDone('the connections were cut');
      await eachOnce();
      const again = await rig.promise(noteJob, { subject: 'afterwards' });
      expect(await rig.untilClosed(again)).toBeLessThan(3_000);
    });

    it('takes up work again when PostgreSQL refuses everybody for a while', async () => {
      await rig.promise(slowJob, { ms: 500 });
      const name = new URL(rig.settings.databaseUrl).pathname.slice(1);
      await rig.withAdmin(async (query) => {
        await query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
        await query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
        );
        const before = process.cpuUsage();
        await sleep(4_000);
        const { user, system } = process.cpuUsage(before);
        process.stdout.write(`${backend}: ${(user + system) / 1_000} ms of CPU in 4 s of outage\n`);
        // Nobody may spin while there is nothing to reach.
        expect((user + system) / 1_000).toBeLessThan(1_500);
        await query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
      });
      await untilDone('PostgreSQL was back');
      await eachOnce();
    });

    if (backend !== 'redis') return;

    it('takes up work again when Redis stood still', async () => {
      await rig.promise(slowJob, { ms: 500 });
      process.kill(rig.redis?.pid ?? 0, 'SIGSTOP');
      for (let index = 0; index < 20; index++) await rig.promise(noteJob, { subject: `still ${index}` });
      await sleep(6_000);
      process.kill(rig.redis?.pid ?? 0, 'SIGCONT');
      await untilDone('Redis moved again');
      await eachOnce();
    });

    it('takes up work again when Redis was away', async () => {
      await rig.promise(slowJob, { ms: 1_000 });
      await sleep(300);
      await rig.redis?.kill();
      for (let index = 0; index < 20; index++) await rig.promise(noteJob, { subject: `away ${index}` });
      const before = process.cpuUsage();
      await sleep(4_000);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(1_500);
      expect(await openRows()).toBeGreaterThanOrEqual(20);
      await rig.redis?.restart();
      await untilDone('Redis was back');
      await eachOnce();
    });
  });
});
