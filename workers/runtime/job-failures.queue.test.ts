import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeCase } from '#services/cases/close-case.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { retryJobs } from '#services/queues/dead-letters.ts';
import { backends, createQueueFixture, type QueueFixture } from '#tests/queue/queue-fixture.ts';
import { brokenJob, brokenTickJob } from '#tests/queue/test-jobs.ts';
import { patienceMs } from '#tests/support/soon.ts';
import { needs } from '#tests/support/vitest/requirements.ts';

interface FoundCase {
  id: string;
  summary: string;
  occurrences: number;
}

describe.each(backends)('a job that fails again and again on $backend', ({ backend, missing }) => {
  let fixture: QueueFixture;
  let workers: { stop(): Promise<void> };

  describe('with workers', needs({ missing }), () => {
    beforeAll(async () => {
      fixture = await createQueueFixture(backend);
      const everySecond = { job: brokenTickJob, pattern: '* * * * * *', payload: {} };
      workers = await fixture.startWorkers([everySecond]);
    });
    afterAll(async () => {
      await workers?.stop();
      await fixture?.close();
    });

    const casesOf = (job: string): Promise<FoundCase[]> =>
      fixture.db.query(
        `SELECT id, summary, occurrences FROM cases
         WHERE kind = 'incident' AND subject_type = 'job' AND subject_id LIKE $1 AND status <> 'closed'
         ORDER BY created_at`,
        [`${job}:%`],
      );
    const soon = (read: () => unknown) => expect.poll(read, { timeout: patienceMs, interval: 20 });
    const failed = async (...args: Parameters<typeof enqueueBroken>) => {
      const id = await enqueueBroken(...args);
      await soon(async () => (await fixture.row(id)).failedAt).not.toBeNull();
      return id;
    };
    const enqueueBroken = async (error: string, hasResponded?: boolean) =>
      (await fixture.enqueue(brokenJob, { error, hasResponded })) as string;

    it('opens one case for each error, and merges later jobs into it', async () => {
      await failed('no payment');
      const [first] = await casesOf('test.broken');
      expect(first).toMatchObject({
        summary: 'The job test.broken failed three times: Error.',
        occurrences: 1,
      });
      await Promise.all([failed('no payment'), failed('no payment')]);
      expect(await casesOf('test.broken')).toEqual([{ ...first, occurrences: 3 }]);
      await failed('no refund');
      expect(await casesOf('test.broken')).toHaveLength(2);
    });

    it('stores nothing of the message in the case, its history and the queue’s name of it', async () => {
      const rows = await fixture.db.query(
        `SELECT c::text || coalesce(a::text, '') AS text FROM cases c LEFT JOIN case_acts a ON a.case_id = c.id
         WHERE c.kind = 'incident'`,
      );
      expect(rows).not.toEqual([]);
      expect(JSON.stringify(rows)).not.toMatch(/Ada Obi|no payment|no refund|attempt/i);
    });

    it('opens none for a server that does not respond', async () => {
      const before = await casesOf('test.broken');
      const id = await enqueueBroken('server gone', false);
      await soon(() => fixture.count('attempts', id)).toBeGreaterThanOrEqual(4);
      expect(await casesOf('test.broken')).toEqual(before);
      await fixture.db.query('UPDATE outbox SET closed_at = now() WHERE id = $1', [id]);
    });

    it('opens one for a server that responds with errors, when the attempts are used up', async () => {
      const before = await casesOf('test.broken');
      await failed('server busy', true);
      const [last, ...others] = (await casesOf('test.broken')).reverse();
      expect(others.reverse()).toEqual(before);
      expect(last).toMatchObject({
        summary: 'The job test.broken failed for good: UnavailableError.',
        occurrences: 1,
      });
    });

    it('opens another case when the first one is closed and the job fails again', async () => {
      const id = await failed('no course');
      const open = await casesOf('test.broken');
      const last = open.at(-1);
      await inTransaction(fixture.db, (manager) =>
        closeCase(manager, { id: last?.id ?? '' }, { outcome: 'recovered', reason: 'Deployed.' }),
      );
      await retryJobs(fixture.db, { ids: [id] }, 'ada');
      await soon(async () => (await fixture.row(id)).failedAt).not.toBeNull();
      const now = await casesOf('test.broken');
      expect(now).toHaveLength(open.length);
      expect(now.at(-1)).toMatchObject({ summary: last?.summary, occurrences: 1 });
      expect(now.at(-1)?.id).not.toBe(last?.id);
    });

    it('counts the runs of a scheduled job until one succeeds', async () => {
      await soon(() => casesOf('test.broken-tick')).toHaveLength(1);
      await fixture.db.query("INSERT INTO effects (job_id) VALUES ('repaired')");
      await soon(() => fixture.db.query('SELECT 1 FROM scheduled_failures')).toEqual([]);
    });
  });
});
