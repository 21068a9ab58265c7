import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#sandbox/processes/ports.ts';
import { needs } from '#tests/support/vitest/requirements.ts';
import { patienceMs, patient } from '../support/soon.ts';
import { createQueueFixture, type QueueFixture, type TestBackend } from './queue-fixture.ts';
import { noteJob, slowJob } from './test-jobs.ts';
import { checkHealth, startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** Tests of the worker process on one backend; each backend has a file of its own, so that they run at the same time. */
export function testWorkerProcess({ backend, missing }: TestBackend): void {
  describe(`the worker process on ${backend}`, needs({ missing }), () => {
    let fixture: QueueFixture;
    const started: WorkerProcess[] = [];
    beforeAll(async () => {
      fixture = await createQueueFixture(backend);
    });
    afterEach(async () => {
      for (const { child, ended } of started.splice(0)) {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
        await ended;
      }
    });
    afterAll(() => fixture?.close());

    const start = (env?: Record<string, string>) => {
      const worker = startWorkerProcess({ ...fixture.settings, ...(env && { env }) });
      started.push(worker);
      return worker;
    };
    const waits = (worker: WorkerProcess) =>
      expect.poll(worker.stdout, { timeout: patienceMs, interval: 20 }).toContain('Waiting for');
    const isRunning = async (id: string | undefined) =>
      expect
        .poll(() => fixture.count('attempts', id), { timeout: patienceMs, interval: 20 })
        .toBeGreaterThan(0);

    it('restarts a job after kill -9, with one effect', async () => {
      const first = start();
      await first.ready;
      const id = await fixture.enqueue(slowJob, { ms: 1_500 });
      await isRunning(id);
      first.child.kill('SIGKILL');
      await first.ended;
      const second = start();
      await second.ready;
      const recoveryMs = await fixture.untilClosed(id, patienceMs);
      process.stdout.write(`${backend}: taken up and done ${recoveryMs} ms after the restart\n`);
      expect(await fixture.count('effects', id)).toBe(1);
      expect(await fixture.count('attempts', id)).toBe(2);
    });

    it('drains a running job on SIGTERM', async () => {
      const worker = start();
      await worker.ready;
      const id = await fixture.enqueue(slowJob, { ms: 2_000 });
      await isRunning(id);
      worker.child.kill('SIGTERM');
      expect(await worker.ended).toBe(0);
      expect(await fixture.count('effects', id)).toBe(1);
      expect((await fixture.row(id)).closedAt).not.toBeNull();
    });

    it('exits in time although a job does not end, and the next worker restarts it', async () => {
      const worker = start();
      await worker.ready;
      const id = await fixture.enqueue(slowJob, { ms: 12_000 });
      await isRunning(id);
      worker.child.kill('SIGTERM');
      // It exits by itself, before the job has its effect.
      expect(await worker.ended).toBe(0);
      expect(await fixture.count('effects', id)).toBe(0);
      await start().ready;
      await fixture.untilClosed(id, 40_000);
      expect(await fixture.count('effects', id)).toBe(1);
    });

    it('exits when its parent is gone', async () => {
      const worker = start();
      await worker.ready;
      worker.child.disconnect();
      expect(await worker.ended).toBe(0);
    });

    it('runs a job that was enqueued before its start', async () => {
      const id = await fixture.enqueue(noteJob, { subject: 'before the start' });
      await start().ready;
      await fixture.untilClosed(id, patienceMs);
      expect(await fixture.count('effects', id)).toBe(1);
    });

    if (backend === 'redis') {
      it('exits in time while Redis is unavailable, and waits for it at its start', async () => {
        const worker = start();
        await worker.ready;
        await fixture.redis?.kill();
        worker.child.kill('SIGTERM');
        // Redis is still down: the worker exits by itself, without waiting for it.
        expect(await worker.ended).toBe(0);

        const patient = start();
        const impatient = start();
        await waits(patient);
        await waits(impatient);
        impatient.child.kill('SIGTERM');
        expect(await impatient.ended).toBe(0);
        expect(patient.child.exitCode).toBeNull();
        await fixture.redis?.restart();
        await patient.ready;
        await fixture.untilClosed(await fixture.enqueue(noteJob, { subject: 'after the wait' }));
      });
    }

    it('waits for PostgreSQL at its start', async () => {
      const name = new URL(fixture.settings.databaseUrl).pathname.slice(1);
      await fixture.withAdmin(async (query) => {
        await query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
        const worker = start();
        await waits(worker);
        expect(worker.child.exitCode).toBeNull();
        await query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
        await worker.ready;
      });
      await fixture.untilClosed(await fixture.enqueue(noteJob, { subject: 'after the database' }));
    });

    it('passes its health check only while it can work', async () => {
      expect(await checkHealth(fixture.settings)).toEqual([1, 'No worker of this machine is ready.']);
      await start().ready;
      await expect.poll(() => checkHealth(fixture.settings), patient).toEqual([0, '']);
      if (!fixture.redis) return;
      await fixture.redis.kill();
      const [code, line] = await checkHealth(fixture.settings);
      await fixture.redis.restart();
      expect([code, line]).toEqual([
        1,
        `REDIS_URL: Redis at 127.0.0.1:${fixture.redis.port} is unavailable (connection refused).`,
      ]);
    });

    it('waits for migrations at its start, and is not healthy before', async () => {
      await fixture.db.query('ALTER TABLE migrations RENAME TO applied');
      const worker = start();
      await waits(worker);
      expect(worker.stdout()).toContain('is not migrated');
      expect((await checkHealth(fixture.settings))[0]).toBe(1);
      await fixture.db.query('ALTER TABLE applied RENAME TO migrations');
      await worker.ready;
    });

    it('serves its metrics on METRICS_PORT', async () => {
      const port = String(await freePort());
      const worker = start({ METRICS_PORT: port });
      await worker.ready;
      await fixture.untilClosed(await fixture.enqueue(noteJob, { subject: 'measured' }));
      // A job whose worker was killed in an earlier test between its end and its confirmation is delivered once more, and counts.
      const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      await expect
        .poll(metrics, patient)
        .toMatch(/courselift_jobs_finished_total\{queue="\w+",job="test.note",outcome="done"\} [1-9]/);
      expect(await metrics()).toContain('courselift_database_connections{pool="main",state="max"} 8');
      worker.child.kill('SIGTERM');
      expect(await worker.ended).toBe(0);
    });

    it('reports an invalid configuration in one line', async () => {
      const worker = start({ SMTP_URL: 'not a url' });
      expect(await worker.ended).toBe(1);
      expect(worker.stderr().trim()).toMatch(/^The worker cannot run\. Configuration: SMTP_URL .*$/);
    });

    it('does not start with sample secrets and addresses where real people use it, and names each', async () => {
      const worker = start({ SANDBOX: 'false' });
      expect(await worker.ended).toBe(1);
      expect(worker.stderr().trim().split('\n')).toEqual([
        expect.stringContaining('BRAND_CONTACT_EMAIL is hello@courselift.example'),
        expect.stringContaining('BRAND_SUPPORT_EMAIL is support@courselift.example'),
        expect.stringContaining('TOKEN_SECRET is no random key'),
        expect.stringContaining('CREDENTIAL_KEYS 1 is no random key'),
      ]);
    });
  });
}
