import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { backends, createQueueFixture } from '#tests/queue/queue-fixture.ts';
import { noteJob } from '#tests/queue/test-jobs.ts';
import { patient } from '#tests/support/soon.ts';
import { needs } from '#tests/support/vitest/requirements.ts';
import { createLogger } from '../log.ts';
import { connectQueue } from './connection.ts';
import { type Delivery, type DeliveryResult, startQueueWorker } from './queue-worker.ts';
import { openQueues } from './queues.ts';

const log = createLogger({ logLevel: 'silent' }, 'test');

describe.each(backends)('the lock of a job on $backend', ({ backend, missing }) => {
  it('is lost once the queue has lost the job, and another worker gets it', needs({ missing }), async () => {
    const fixture = await createQueueFixture(backend);
    onTestFinished(() => fixture.close());
    const connection = await connectQueue(fixture.settings, log);
    onTestFinished(() => connection.close());
    const queues = await openQueues(connection, log);
    onTestFinished(() => queues.close());
    // Takes one job at a time and has it until `end` is called.
    const takeOne = async () => {
      const delivered = Promise.withResolvers<Delivery>();
      const ended = Promise.withResolvers<DeliveryResult>();
      const worker = await startQueueWorker({
        ...{ connection, queue: noteJob.queue, jobs: [noteJob], concurrency: 1, log },
        run: (delivery) => {
          delivered.resolve(delivery);
          return ended.promise;
        },
        onAbandoned: async () => {},
      });
      onTestFinished(() => worker.close());
      return { delivered: delivered.promise, end: ended.resolve };
    };
    const id = randomUUID();
    const add = () => queues.add(noteJob.queue, [{ id, definition: noteJob }]);

    const first = await takeOne();
    await add();
    const lost = await first.delivered;
    expect(await lost.holdsLock()).toBe(true);
    await fixture.emptyQueue();
    expect(await lost.holdsLock()).toBe(false);
    const second = await takeOne();
    await add();
    const held = await second.delivered;
    expect(await Promise.all([lost.holdsLock(), held.holdsLock()])).toEqual([false, true]);
    first.end({ kind: 'taken' });
    second.end({ kind: 'done' });
    await expect.poll(() => queues.unfinishedIds(noteJob.queue), patient).toEqual(new Set());
  });
});
