import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { createLogger } from '#services/platform/log.ts';
import { connectQueue } from '#services/platform/queue/connection.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { backends, createQueueFixture, type QueueFixture } from '#tests/queue/queue-fixture.ts';
import { flakyJob, hopelessJob, noteJob, permanentFailureJob, tickJob } from '#tests/queue/test-jobs.ts';
import { patienceMs, patient } from '#tests/support/soon.ts';
import { needs } from '#tests/support/vitest/requirements.ts';

describe.each(backends)('delivery on $backend', ({ backend, missing }) => {
  let fixture: QueueFixture;
  let workers: { stop(): Promise<void> };

  describe('with workers', needs({ missing }), () => {
    beforeAll(async () => {
      fixture = await createQueueFixture(backend);
      workers = await fixture.startWorkers([{ job: tickJob, pattern: '* * * * * *', payload: {} }]);
    });
    afterAll(async () => {
      await workers?.stop();
      await fixture?.close();
    });

    it('runs an enqueued job once and closes its row', async () => {
      const id = await fixture.enqueue(noteJob, { subject: 'round trip' });
      await fixture.untilClosed(id);
      expect(await fixture.count('effects', id)).toBe(1);
      // Enqueued once: the relay did not have to look for a lost job.
      expect(fixture.recoveries()).toBe(0);
    });

    it('inserts one row per idempotency key', async () => {
      const [first, second] = await Promise.all([
        fixture.enqueue(noteJob, { subject: 'same' }),
        fixture.enqueue(noteJob, { subject: 'same' }),
      ]);
      expect([first, second].filter(Boolean)).toHaveLength(1);
      await fixture.untilClosed(first ?? second);
      expect(await fixture.enqueue(noteJob, { subject: 'same' })).toBeUndefined();
      const rows = await fixture.db.query(`SELECT 1 FROM outbox WHERE key = 'test.note:same'`);
      expect(rows).toHaveLength(1);
    });

    it('enqueues nothing when the transaction rolls back', async () => {
      const failed = inTransaction(fixture.db, async (manager) => {
        await enqueue(manager, noteJob, { subject: 'rolled back' });
        throw new Error('changed my mind');
      });
      await expect(failed).rejects.toThrow('changed my mind');
      expect(await fixture.db.query(`SELECT 1 FROM outbox WHERE key = 'test.note:rolled back'`)).toEqual([]);
    });

    it('rejects enqueueing outside a transaction', async () => {
      await expect(enqueue(fixture.db.manager, noteJob, { subject: 'alone' })).rejects.toThrow(
        'inside the transaction',
      );
    });

    it('runs a delayed job when it is due, not before', async () => {
      const startMs = Date.now();
      const id = await fixture.enqueue(noteJob, { subject: 'later' }, { delayMs: 1_500 });
      await fixture.untilClosed(id);
      expect(Date.now() - startMs).toBeGreaterThanOrEqual(1_500);
    });

    it('retries with growing backoff', async () => {
      const id = await fixture.enqueue(flakyJob, { failures: 3 });
      await fixture.untilClosed(id, 10_000);
      const rows: { attempt: number; at: Date }[] = await fixture.db.query(
        'SELECT attempt, at FROM attempts WHERE job_id = $1 ORDER BY at',
        [id],
      );
      expect(rows.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
      const waits = rows.slice(1).map(({ at }, index) => at.getTime() - (rows[index]?.at.getTime() ?? 0));
      // Lower limits only: a busy machine starts an attempt late. backoff.test.ts has the upper ones.
      for (const [index, leastMs] of [100, 200, 400].entries())
        expect(waits[index]).toBeGreaterThanOrEqual(leastMs);
      expect(await fixture.count('effects', id)).toBe(1);
    });

    it('stores the error of a dead letter without secrets, and does not run it again', async () => {
      const id = await fixture.enqueue(hopelessJob, {});
      await expect.poll(async () => (await fixture.row(id)).failedAt, patient).not.toBeNull();
      const { lastError, closedAt } = await fixture.row(id);
      expect(closedAt).toBeNull();
      expect(lastError).toMatch(/^Error: Never/);
      expect(lastError?.length).toBeLessThanOrEqual(500);
      for (const secret of ['1234567890', 'ada@mail', 'user:secret']) expect(lastError).not.toContain(secret);
      expect(await fixture.count('attempts', id)).toBe(2);
      // Not even when the row looks stale.
      await fixture.db.query(`UPDATE outbox SET enqueued_at = now() - interval '1 minute' WHERE id = $1`, [
        id,
      ]);
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      expect(await fixture.count('attempts', id)).toBe(2);
    });

    it('does not retry a permanent failure', async () => {
      const id = await fixture.enqueue(permanentFailureJob, {});
      await expect.poll(async () => (await fixture.row(id)).failedAt, patient).not.toBeNull();
      expect(await fixture.count('attempts', id)).toBe(1);
    });

    it('does not retry an invalid payload', async () => {
      const [{ id }] = await fixture.db.query(
        `INSERT INTO outbox (job, payload) VALUES ('test.flaky', '{"failures":"many"}') RETURNING id`,
      );
      await expect.poll(async () => (await fixture.row(id)).failedAt, patient).not.toBeNull();
      expect((await fixture.row(id)).lastError).toMatch(/payload is not valid/);
      expect(await fixture.count('attempts', id)).toBe(0);
    });

    it('shares the work among processes, each job once', { timeout: 5 * patienceMs }, async () => {
      const more = await fixture.startWorkers();
      const startMs = Date.now();
      const ids = await inTransaction(fixture.db, async (manager) => {
        const all: (string | undefined)[] = [];
        for (let index = 0; index < 500; index++)
          all.push(await enqueue(manager, noteJob, { subject: `${index}` }));
        return all;
      });
      const closed = async () => {
        const rows = await fixture.db.query(
          'SELECT 1 FROM outbox WHERE id = ANY($1) AND closed_at IS NOT NULL',
          [ids],
        );
        return rows.length;
      };
      await expect.poll(closed, { timeout: 4 * patienceMs }).toBe(500);
      process.stdout.write(`${backend}: 500 jobs in ${Date.now() - startMs} ms\n`);
      const effects = await fixture.db.query('SELECT job_id FROM effects WHERE job_id = ANY($1)', [ids]);
      expect(effects).toHaveLength(500);
      await more.stop();
    });

    it('runs on a schedule', async () => {
      await expect.poll(() => fixture.count('effects', 'tick'), patient).toBeGreaterThan(1);
    });
  });

  it(
    'removes a finished job from the queue before it enqueues its row again',
    needs({ missing }),
    async () => {
      const own = await createQueueFixture(backend);
      const connection = await connectQueue(own.settings, createLogger(own.settings, 'test'));
      try {
        // A worker that finishes the job without closing the row, and a queue that stores finished jobs.
        const id = (await own.enqueue(noteJob, { subject: 'kept' })) ?? '';
        const queue = await connection.createQueue('mail', () => {});
        await queue.addBulk([{ name: noteJob.name, data: {}, opts: { jobId: id, removeOnComplete: false } }]);
        const forgetful = await connection.createWorker('mail', async () => {}, { onError: () => {} });
        const running = forgetful.run();
        await expect.poll(() => queue.getRanges(['completed'], 0, -1), patient).toEqual([id]);
        await forgetful.close();
        await running;
        await queue.close();
        await own.db.query(`UPDATE outbox SET enqueued_at = now() - interval '1 minute' WHERE id = $1`, [id]);
        const own2 = await own.startWorkers();
        await own.untilClosed(id, 6_000);
        expect(await own.count('effects', id)).toBe(1);
        await own2.stop();
      } finally {
        await connection.close();
        await own.close();
      }
    },
  );
});
