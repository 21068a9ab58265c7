import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { needs } from '#tests/support/vitest/requirements.ts';
import { patienceMs, patient } from '../support/soon.ts';
import { createQueueFixture, type QueueFixture, type TestBackend } from './queue-fixture.ts';
import { flakyJob, noteJob, slowJob } from './test-jobs.ts';

/** Tests of outages with one backend; each backend has a file of its own, so that they run at the same time. */
export function testOutages({ backend, missing }: TestBackend): void {
  describe(`outages on ${backend}`, needs({ missing }), () => {
    let fixture: QueueFixture;
    let workers: { stop(): Promise<void> };
    beforeEach(async () => {
      fixture = await createQueueFixture(backend);
      workers = await fixture.startWorkers();
    });
    afterEach(async () => {
      await workers?.stop();
      await fixture?.close();
    });

    // These workers run the test's jobs only: the mail about a job that failed three times stays in the outbox.
    const openRows = async () => {
      const [{ count }] = await fixture.db.query(
        `SELECT count(*)::int AS count FROM outbox WHERE closed_at IS NULL AND job LIKE 'test.%'`,
      );
      return count as number;
    };
    const untilDone = async (what: string) => {
      const startMs = Date.now();
      await expect.poll(openRows, patient).toBe(0);
      process.stdout.write(`${backend}: all done ${Date.now() - startMs} ms after ${what}\n`);
    };
    const eachOnce = async () => {
      const twice = await fixture.db.query('SELECT job_id FROM effects GROUP BY job_id HAVING count(*) <> 1');
      expect(twice).toEqual([]);
      const [{ rows, effects }] = await fixture.db.query(
        `SELECT (SELECT count(*)::int FROM outbox WHERE job LIKE 'test.%') AS rows,
           (SELECT count(*)::int FROM effects) AS effects`,
      );
      expect(effects).toBe(rows);
    };

    it('loses nothing when the queue is emptied', async () => {
      // When the queue is emptied, some are running, some are waiting, one is between two attempts.
      for (let index = 0; index < 10; index++) await fixture.enqueue(slowJob, { ms: 1_000 });
      const flaky = await fixture.enqueue(flakyJob, { failures: 3 });
      await expect
        .poll(() => fixture.count('attempts', flaky), { timeout: patienceMs, interval: 5 })
        .toBeGreaterThan(0);
      await fixture.emptyQueue();
      await untilDone('the queue was emptied');
      await eachOnce();
    });

    it('loses nothing when the queue is emptied again and again', async () => {
      for (let round = 0; round < 5; round++) {
        for (let index = 0; index < 10; index++)
          await fixture.enqueue(noteJob, { subject: `${round}.${index}` });
        await sleep(round * 7);
        await fixture.emptyQueue();
      }
      await untilDone('the queue was emptied for the last time');
      await eachOnce();
    });

    it('continues when every connection to PostgreSQL is closed', async () => {
      for (let round = 0; round < 3; round++) {
        // A pool may not have noticed yet that its connections are closed; its caller tries again.
        for (let index = 0; index < 5; index++)
          await vi.waitFor(() => fixture.enqueue(slowJob, { ms: 100 }), patienceMs);
        await fixture.db.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
        await sleep(100);
      }
      await untilDone('the connections were cut');
      await eachOnce();
      // Relay and workers listen again: the next job is done without being found lost first.
      const before = fixture.recoveries();
      const again = await fixture.enqueue(noteJob, { subject: 'afterwards' });
      await fixture.untilClosed(again, patienceMs);
      expect(fixture.recoveries()).toBe(before);
    });

    it('resumes after PostgreSQL rejects all connections for a while', async () => {
      await fixture.enqueue(slowJob, { ms: 500 });
      const name = new URL(fixture.settings.databaseUrl).pathname.slice(1);
      await fixture.withAdmin(async (query) => {
        await query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
        await query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
        );
        const before = process.cpuUsage();
        await sleep(4_000);
        const { user, system } = process.cpuUsage(before);
        process.stdout.write(`${backend}: ${(user + system) / 1_000} ms of CPU in 4 s of outage\n`);
        // No busy loop during the outage.
        expect((user + system) / 1_000).toBeLessThan(1_500);
        await query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
      });
      await untilDone('PostgreSQL was back');
      await eachOnce();
    });

    if (backend !== 'redis') return;

    it('resumes after Redis did not respond', async () => {
      await fixture.enqueue(slowJob, { ms: 500 });
      process.kill(fixture.redis?.pid ?? 0, 'SIGSTOP');
      for (let index = 0; index < 20; index++) await fixture.enqueue(noteJob, { subject: `still ${index}` });
      await sleep(6_000);
      process.kill(fixture.redis?.pid ?? 0, 'SIGCONT');
      await untilDone('Redis moved again');
      await eachOnce();
    });

    it('resumes after Redis was unavailable', async () => {
      await fixture.enqueue(slowJob, { ms: 1_000 });
      await sleep(300);
      await fixture.redis?.kill();
      for (let index = 0; index < 20; index++) await fixture.enqueue(noteJob, { subject: `away ${index}` });
      const before = process.cpuUsage();
      await sleep(4_000);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(1_500);
      expect(await openRows()).toBeGreaterThanOrEqual(20);
      await fixture.redis?.restart();
      await untilDone('Redis was back');
      await eachOnce();
    });
  });
}
