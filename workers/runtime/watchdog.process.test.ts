import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '#services/platform/log.ts';
import { connectQueue } from '#services/platform/queue/connection.ts';
import type { QueueConnection } from '#services/platform/queue/queue-connection.ts';
import { type JobQueues, openQueues } from '#services/platform/queue/queues.ts';
import { startRelay } from '#services/platform/queue/relay.ts';
import { backends, createQueueFixture, type QueueFixture } from '#tests/queue/queue-fixture.ts';
import { noteJob, slowJob, testJobs } from '#tests/queue/test-jobs.ts';
import { startWorkerProcess } from '#tests/queue/worker-process.ts';
import { patienceMs } from '#tests/support/soon.ts';
import { needs } from '#tests/support/vitest/requirements.ts';
import { type Activity, createActivity, type StuckRow, startWatchdog } from './watchdog.ts';

const log = createLogger({ logLevel: 'silent' }, 'test');
const concurrency = { payments: 1, sponsorships: 1, mail: 1, meetings: 1, newsletter: 1, housekeeping: 1 };
const limitMs = 600;
/** Several checks after the limit. */
const severalLimitsMs = 4 * limitMs;

describe.each(backends)('the watchdog on $backend', ({ backend, missing }) => {
  describe('with a queue of its own', needs({ missing }), () => {
    let fixture: QueueFixture;
    let connection: QueueConnection;
    let queues: JobQueues;
    const running: { stop(): Promise<void> }[] = [];
    beforeAll(async () => {
      fixture = await createQueueFixture(backend);
      connection = await connectQueue(fixture.settings, log);
      queues = await openQueues(connection, log);
    });
    afterEach(async () => {
      for (const watchdog of running.splice(0)) await watchdog.stop();
      await fixture.db.query('TRUNCATE outbox');
      await fixture.emptyQueue();
    });
    afterAll(async () => {
      await queues?.close();
      await connection?.close();
      await fixture?.close();
    });

    const watch = (activity: Activity) => {
      const stuck: StuckRow[] = [];
      const config = fixture.settings;
      const onStuck = (row: StuckRow) => void stuck.push(row);
      running.push(
        startWatchdog({ config, jobs: testJobs, queues, concurrency, activity, limitMs, onStuck }),
      );
      return stuck;
    };
    /** A relay without workers: jobs wait in their queues. */
    const relay = (activity: Activity) => {
      const { databaseUrl } = fixture.settings;
      const { db } = fixture;
      running.push(startRelay({ db, databaseUrl, jobs: testJobs, queues, log, onRelayed: activity.relayed }));
    };
    const reported = (stuck: StuckRow[]) => expect.poll(() => stuck, { timeout: patienceMs, interval: 20 });

    it('reports a job that waits in a queue whose worker has free slots and takes none', async () => {
      const activity = createActivity();
      relay(activity);
      const id = await fixture.enqueue(noteJob, { subject: 'waits' });
      await reported(watch(activity)).toEqual([
        { id, job: 'test.note', dueForS: expect.any(Number), isClaimed: true },
      ]);
    });

    it('reports a row that the relay leaves alone', async () => {
      const id = await fixture.enqueue(noteJob, { subject: 'not claimed' });
      await reported(watch(createActivity())).toMatchObject([{ id, isClaimed: false }]);
    });

    it('reports nothing while all slots of the queue are busy, or its jobs make progress', async () => {
      const busy = createActivity();
      const moving = createActivity();
      relay(busy);
      relay(moving);
      await fixture.enqueue(slowJob, { ms: 1 });
      const delivery = {
        ...{ id: '', name: '', attempt: 1, delivered: 1, isScheduled: false, data: {} },
        holdsLock: async () => true,
      };
      const { promise, resolve } = Promise.withResolvers<{ kind: 'done' }>();
      const slot = busy.watch('sponsorships', () => promise)(delivery);
      const steps = setInterval(() => {
        // oxlint-disable-next-line typescript/no-floating-promises -- its job does not fail
        void moving.watch('sponsorships', async () => ({ kind: 'done' }))(delivery);
      }, 50);
      const stuck = [watch(busy), watch(moving)];
      await sleep(severalLimitsMs);
      clearInterval(steps);
      expect(stuck).toEqual([[], []]);
      resolve({ kind: 'done' });
      await slot;
      await reported(stuck[0] ?? []).toHaveLength(1);
    });

    it('reports no row that waits for its next attempt, or is not due', async () => {
      const activity = createActivity();
      await fixture.enqueue(noteJob, { subject: 'later' }, { delayMs: 60_000 });
      const postponed = await fixture.enqueue(noteJob, { subject: 'provider unavailable' });
      await fixture.db.query(`UPDATE outbox SET last_error = 'no response' WHERE id = $1`, [postponed]);
      const stuck = watch(activity);
      await sleep(severalLimitsMs);
      expect(stuck).toEqual([]);
    });

    it('waits while a server is unavailable, and as long again before it reports', async () => {
      await fixture.enqueue(noteJob, { subject: 'outage' });
      const name = new URL(fixture.settings.databaseUrl).pathname.slice(1);
      const disable = async () => {
        if (fixture.redis) return fixture.redis.kill();
        await fixture.withAdmin(
          async (query) => void (await query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`)),
        );
      };
      const enable = async () => {
        if (fixture.redis) return fixture.redis.restart();
        await fixture.withAdmin(
          async (query) => void (await query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`)),
        );
      };
      await disable();
      const stuck = watch(createActivity());
      await sleep(severalLimitsMs);
      expect(stuck).toEqual([]);
      await enable();
      await reported(stuck).toHaveLength(1);
    });
  });

  it(
    'ends a worker process that makes no progress, with its own code and one line',
    needs({ missing }),
    async () => {
      const fixture = await createQueueFixture(backend);
      const worker = startWorkerProcess({ ...fixture.settings, env: { WATCHDOG_SECONDS: '2' } });
      try {
        await worker.ready;
        const id = await fixture.enqueue(noteJob, { subject: 'locked' }, { delayMs: 1_000 });
        const lock = fixture.db.createQueryRunner();
        await lock.startTransaction();
        // The relay and the watchdog can read rows, and the relay cannot claim them.
        await lock.query('LOCK TABLE outbox IN SHARE MODE');
        const code = await worker.ended;
        await lock.rollbackTransaction();
        await lock.release();
        expect([code, worker.stdout().match(/makes no progress/g)]).toEqual([75, ['makes no progress']]);
        expect(worker.stdout()).toContain(id);
      } finally {
        worker.child.kill('SIGKILL');
        await worker.ended;
        await fixture.close();
      }
    },
  );
});
