import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discardJobs, retryJobs } from '#services/queues/dead-letters.ts';
import { backends, createQueueFixture, type QueueFixture } from '#tests/queue/queue-fixture.ts';
import { noteJob, permanentFailureJob, slowJob } from '#tests/queue/test-jobs.ts';
import { patient } from '#tests/support/soon.ts';
import { needs } from '#tests/support/vitest/requirements.ts';

describe.each(backends)('retrying jobs on $backend', ({ backend, missing }) => {
  describe('with workers', needs({ missing }), () => {
    let fixture: QueueFixture;
    let workers: { stop(): Promise<void> };
    let client: pg.Client;
    beforeAll(async () => {
      fixture = await createQueueFixture(backend);
      workers = await fixture.startWorkers();
      client = new pg.Client({ connectionString: fixture.settings.databaseUrl });
      await client.connect();
    });
    afterAll(async () => {
      await client?.end();
      await workers?.stop();
      await fixture?.close();
    });

    const failed = async () => {
      const id = (await fixture.enqueue(permanentFailureJob, {})) as string;
      await expect.poll(async () => (await fixture.row(id)).failedAt, patient).not.toBeNull();
      return id;
    };

    it('runs a failed job again, once, for two concurrent commands', async () => {
      const id = await failed();
      expect(await fixture.count('attempts', id)).toBe(1);
      const other = new pg.Client({ connectionString: fixture.settings.databaseUrl });
      await other.connect();
      const retried = await Promise.all([
        retryJobs(client, { ids: [id] }, 'ada'),
        retryJobs(other, { ids: [id] }, 'grace'),
      ]);
      await other.end();
      expect(retried.flat()).toEqual([id]);
      await expect.poll(() => fixture.count('attempts', id), patient).toBe(2);
      await expect.poll(async () => (await fixture.row(id)).failedAt, patient).not.toBeNull();
      expect(await fixture.count('attempts', id)).toBe(2);
    });

    it('does not change jobs that are running or done', async () => {
      const done = await fixture.enqueue(noteJob, { subject: 'done before' });
      await fixture.untilClosed(done);
      const running = (await fixture.enqueue(slowJob, { ms: 1_000 })) as string;
      await expect.poll(() => fixture.count('attempts', running), patient).toBe(1);
      expect(await retryJobs(client, { ids: [done as string, running] }, 'ada')).toEqual([]);
      await fixture.untilClosed(running, 10_000);
      expect(await fixture.count('effects', running)).toBe(1);
      expect(await fixture.count('effects', done)).toBe(1);
    });

    it('never runs a discarded job', async () => {
      const id = await failed();
      expect(await discardJobs(client, { ids: [id] }, 'test (by ada)')).toEqual([id]);
      const later = await failed();
      await retryJobs(client, { ids: [id, later] }, 'ada');
      await expect.poll(() => fixture.count('attempts', later), patient).toBe(2);
      expect(await fixture.count('attempts', id)).toBe(1);
    });
  });
});
