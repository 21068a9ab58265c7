import type { DataSource } from 'typeorm';
import type { QueueName } from '#contracts/queue-names.ts';
import { listen } from '../database/listen.ts';
import { createOutageLog, type Logger } from '../log.ts';
import { jobsRelayed } from '../metrics/job-metrics.ts';
import type { JobDefinition } from './define-job.ts';
import { OUTBOX_CHANNEL } from './outbox.ts';
import { type ClaimedRow, claimDueRows, claimStaleRows, findStaleJobs, releaseRows } from './outbox-rows.ts';
import type { JobQueues } from './queues.ts';

/** Interval of polling the outbox without a notification, in milliseconds. */
const POLL_MS = 500;
const PAUSE_AFTER_FAILURE_MS = 1_000;
const BATCH = 200;
/** Age, in milliseconds, after which the job of an enqueued row is looked up in the queue. */
const STALE_AFTER_MS = 8_000;
const RECHECK_EVERY_MS = 2_000;

/** Warning for jobs that the relay adds a second time. @internal Tests count these lines of the log. */
export const ENQUEUED_AGAIN = 'Enqueued again: the queue had lost or finished jobs of open rows';

export interface RelayOptions {
  readonly db: DataSource;
  readonly databaseUrl: string;
  readonly jobs: readonly JobDefinition[];
  readonly queues: JobQueues;
  readonly log: Logger;
  /** Called whenever rows that were due were added, there were none, or the queue has no room for them. */
  readonly onRelayed?: () => void;
}

/** Starts the relay, which adds outbox rows to the queues until stopped. Any number of relays may run at once. */
export function startRelay(options: RelayOptions): { stop(): Promise<void> } {
  const { db, databaseUrl, jobs, queues, log, onRelayed } = options;
  const definitions = new Map(jobs.map((job) => [job.name, job]));
  const names = [...definitions.keys()];
  const outage = createOutageLog(log, 'The relay');
  let isStopping = false;
  let isNotified = false;
  let wakeUp = () => {};

  const group = (rows: readonly ClaimedRow[]) =>
    Map.groupBy(
      rows.flatMap(({ id, job }) => {
        const definition = definitions.get(job);
        return definition ? [{ id, definition }] : [];
      }),
      ({ definition }) => definition.queue,
    );

  // Rows are marked as enqueued before they are added, so that no row lock is held during calls to the queue. After a
  // crash in between, the recheck finds the rows that are marked but not in the queue.
  const enqueueDue = async () => {
    for (let rows: ClaimedRow[] = []; !isStopping; ) {
      if (!queues.isReachable()) throw new Error('The queue is not reachable');
      if (!(await queues.hasRoom())) return onRelayed?.();
      rows = await claimDueRows(db, names, BATCH);
      const failures: unknown[] = [];
      for (const [queue, entries] of group(rows)) {
        try {
          await queues.add(queue, entries);
          jobsRelayed.inc({ queue, kind: 'first' }, entries.length);
        } catch (error) {
          failures.push(error);
          const ids = entries.map(({ id }) => id);
          await releaseRows(db, ids);
        }
      }
      if (failures.length > 0) throw failures[0];
      onRelayed?.();
      if (rows.length < BATCH) return;
    }
  };

  const recheck = async () => {
    if (!(await queues.hasRoom())) return;
    const stale = await findStaleJobs(db, names, STALE_AFTER_MS);
    const unfinished = new Map<QueueName, Set<string>>();
    // Query the queue before claiming rows, so that an unavailable queue leaves them for the next recheck.
    for (const name of stale) {
      const queue = definitions.get(name)?.queue;
      if (queue && !unfinished.has(queue)) unfinished.set(queue, await queues.unfinishedIds(queue));
    }
    while (stale.length > 0 && !isStopping) {
      const rows = await claimStaleRows(db, stale, BATCH, STALE_AFTER_MS);
      for (const [queue, entries] of group(rows)) {
        const lost = entries.filter(({ id }) => !unfinished.get(queue)?.has(id));
        if (lost.length > 0) await addAgain(queue, lost);
      }
      if (rows.length < BATCH) return;
    }
  };

  const addAgain = async (queue: QueueName, lost: { id: string; definition: JobDefinition }[]) => {
    const finished = await queues.finishedIds(queue);
    for (const { id } of lost) if (finished.has(id)) await queues.remove(queue, id);
    await queues.add(queue, lost);
    jobsRelayed.inc({ queue, kind: 'again' }, lost.length);
    log.warn({ queue, jobs: lost.length }, ENQUEUED_AGAIN);
  };

  const loop = async () => {
    let recheckAtMs = Date.now() + RECHECK_EVERY_MS;
    while (!isStopping) {
      let pauseMs = POLL_MS;
      try {
        isNotified = false;
        await enqueueDue();
        if (Date.now() >= recheckAtMs) {
          await recheck();
          recheckAtMs = Date.now() + RECHECK_EVERY_MS;
        }
        outage.worked();
      } catch (error) {
        outage.failed(error);
        pauseMs = PAUSE_AFTER_FAILURE_MS;
      }
      await pause(pauseMs);
    }
  };

  const pause = async (pauseMs: number) => {
    if (isStopping || (isNotified && pauseMs === POLL_MS)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      wakeUp = () => {
        // A notification must not shorten the pause after a failure, or a busy outbox would cause a busy loop.
        if (!isStopping && pauseMs !== POLL_MS) return;
        clearTimeout(timer);
        resolve();
      };
    });
  };

  const listener = listen(databaseUrl, [OUTBOX_CHANNEL], {
    log,
    wake: () => {
      isNotified = true;
      wakeUp();
    },
  });
  const running = loop();
  return {
    async stop() {
      isStopping = true;
      wakeUp();
      await Promise.all([running, listener.stop()]);
    },
  };
}
