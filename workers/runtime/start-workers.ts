import { setTimeout as sleep } from 'node:timers/promises';
import { type QueueName, queueNames } from '#contracts/queue-names.ts';
import { startHeartbeat } from '#services/cases/worker-heartbeats.ts';
import { connectQueue } from '#services/platform/queue/connection.ts';
import { startQueueWorker } from '#services/platform/queue/queue-worker.ts';
import { openQueues } from '#services/platform/queue/queues.ts';
import { startRelay } from '#services/platform/queue/relay.ts';
import { recordAbandonedJob } from './record-job-failure.ts';
import { createJobRunner, type JobRunnerOptions } from './run-job.ts';
import { maintainSchedules, type Schedule } from './schedules.ts';
import { createActivity, type StuckRow, startWatchdog } from './watchdog.ts';

/** Number of jobs of a queue that one process runs at the same time. */
const concurrency: Record<QueueName, number> = {
  payments: 8,
  sponsorships: 4,
  mail: 4,
  meetings: 2,
  newsletter: 2,
  housekeeping: 1,
};

/** Longest wait for running jobs on shutdown, in milliseconds; another worker restarts those that are left. */
const DRAIN_MS = 7_000;

export interface WorkersOptions extends JobRunnerOptions {
  readonly schedules: readonly Schedule[];
  /** Aborts the wait for a queue that is not up yet. */
  readonly signal?: AbortSignal;
  /** Called when the process makes no progress although servers and slots are free; see {@link startWatchdog}. */
  readonly onStuck?: (row: StuckRow) => void;
}

/** Starts the relay, the schedules, the watchdog and a worker for every queue; `stop` drains the running jobs. */
export async function startWorkers(options: WorkersOptions): Promise<{ stop(): Promise<void> }> {
  const { deps, jobs, schedules, signal } = options;
  const { config, db, log } = deps;
  const connection = await connectQueue(config, log, signal);
  const queues = await openQueues(connection, log);
  const run = createJobRunner(options);
  const activity = createActivity();
  const onAbandoned = async (id: string, reason: string) => {
    if (await recordAbandonedJob(db, id, reason))
      log.error({ id, reason }, 'A job stalled too often and will not be retried');
  };
  const workers = await Promise.all(
    queueNames.map((queue) =>
      startQueueWorker({
        ...{ connection, queue, jobs, onAbandoned, log },
        concurrency: concurrency[queue],
        run: activity.watch(queue, run),
      }),
    ),
  );
  const relay = startRelay({
    ...{ db, jobs, queues, log },
    databaseUrl: config.databaseUrl,
    onRelayed: activity.relayed,
  });
  const { onStuck } = options;
  const watchdog =
    onStuck &&
    startWatchdog({ config, jobs, queues, concurrency, activity, limitMs: config.watchdogMs, onStuck });
  const heartbeat = startHeartbeat(db);
  const clock = maintainSchedules(schedules, queues, log);

  return {
    async stop() {
      const timeIsUp = new AbortController();
      const drained = Promise.allSettled([
        relay.stop(),
        clock.stop(),
        heartbeat.stop(),
        watchdog?.stop(),
        ...workers.map((worker) => worker.close()),
      ]);
      const isDrained = await Promise.race([
        drained.then(() => true),
        sleep(DRAIN_MS, false, { signal: timeIsUp.signal }).catch(() => false),
      ]);
      timeIsUp.abort();
      if (!isDrained) {
        // Connections are not closed: that would wait for the same jobs.
        log.warn('Jobs were still running; another worker restarts them');
        return;
      }
      await queues.close();
      await connection.close();
    },
  };
}
