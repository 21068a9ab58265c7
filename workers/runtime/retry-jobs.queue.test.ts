import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discardJobs } from '#services/operations/jobs/discard-jobs.ts';
import { retryJobs } from '#services/operations/jobs/retry-jobs.ts';
import { backends, createQueueRig, type QueueRig } from '#tests/queue/queue-rig.ts';
import { noteJob, refusedJob, slowJob } from '#tests/queue/test-jobs.ts';

describe.each(backends)('retrying jobs on $backend', ({ backend, missing }) => {
  describe.skipIf(missing)('with workers', () => {
    let rig: QueueRig;
    let workers: { stop(): Promise<void> };
    let client: pg.Client;
    beforeAll(async () => {
      rig = await createQueueRig(backend);
      workers = await rig.startWorkers();
      client = new pg.Client({ connectionString: rig.settings.databaseUrl });
      await client.connect();
    });
    afterAll(async () => {
      await client?.end();
      await workers?.stop();
      await rig?.close();
    });

    const failed = async () => {
      const id = (await rig.promise(refusedJob, {})) as string;
      await expect.poll(async () => (await rig.row(id)).failedAt, { timeout: 10_000 }).not.toBeNull();
      return id;
    };

    it('runs a failed job again, once, although two commands ask for it at once', async () => {
      const id = await failed();
      expect(await rig.count('attempts', id)).toBe(1);
      const other = new pg.Client({ connectionString: rig.settings.databaseUrl });
      await other.connect();
      const retried = await Promise.all([
        retryJobs(client, { ids: [id] }, 'ada'),
        retryJobs(other, { ids: [id] }, 'grace'),
      ]);
      await other.end();
      expect(retried.flat()).toEqual([id]);
      await expect.poll(() => rig.count('attempts', id), { timeout: 15_000 }).toBe(2);
      await expect.poll(async () => (await rig.row(id)).failedAt, { timeout: 10_000 }).not.toBeNull();
      expect(await rig.count('attempts', id)).toBe(2);
    });

    it('leaves jobs alone that run or are done', async () => {
      const done = await rig.promise(noteJob, { subject: 'done before' });
      await rig.untilClosed(done);
      const running = (await rig.promise(slowJob, { ms: 1_000 })) as string;
      await expect.poll(() => rig.count('attempts', running), { timeout: 10_000 }).toBe(1);
      expect(await retryJobs(client, { ids: [done as string, running] }, 'ada')).toEqual([]);
      await rig.untilClosed(running, 10_000);
      expect(await rig.count('effects', running)).toBe(1);
      expect(await rig.count('effects', done)).toBe(1);
    });

    it('never runs a discarded job', async () => {
      const id = await failed();
      expect(await discardJobs(client, { ids: [id] }, { by: 'ada', reason: 'test' })).toEqual([id]);
      const later = await failed();
      await retryJobs(client, { ids: [id, later] }, 'ada');
      await expect.poll(() => rig.count('attempts', later), { timeout: 15_000 }).toBe(2);
      expect(await rig.count('attempts', id)).toBe(1);
    });
  });
});
