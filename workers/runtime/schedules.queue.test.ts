import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '#services/platform/log.ts';
import { connectQueue } from '#services/platform/queue/connection.ts';
import type { QueueConnection } from '#services/platform/queue/queue-connection.ts';
import { type JobQueues, openQueues } from '#services/platform/queue/queues.ts';
import { backends, createQueueFixture, type QueueFixture } from '#tests/queue/queue-fixture.ts';
import { tickJob } from '#tests/queue/test-jobs.ts';
import { patient } from '#tests/support/soon.ts';
import { needs } from '#tests/support/vitest/requirements.ts';
import { maintainSchedules } from './schedules.ts';

describe.each(backends)('schedules on $backend', ({ backend, missing }) => {
  describe('in a queue', needs({ missing }), () => {
    let fixture: QueueFixture;
    let connection: QueueConnection;
    let queues: JobQueues;
    const log = createLogger({ logLevel: 'silent' }, 'test');
    beforeEach(async () => {
      fixture = await createQueueFixture(backend);
      connection = await connectQueue(fixture.settings, log);
      queues = await openQueues(connection, log);
    });
    afterEach(async () => {
      await queues.close();
      await connection.close();
      await fixture.close();
    });

    it('are upserted once, and again after the queue was emptied', async () => {
      const waiting = async () => [...(await queues.unfinishedIds('housekeeping'))];
      const clock = maintainSchedules(
        [{ job: tickJob, pattern: '0 0 1 1 *', payload: {} }],
        queues,
        log,
        100,
      );
      await expect.poll(waiting, patient).toHaveLength(1);
      const [first] = await waiting();
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await waiting()).toEqual([first]);
      await fixture.emptyQueue();
      await expect.poll(waiting, patient).toEqual([first]);
      await clock.stop();
    });
  });
});
