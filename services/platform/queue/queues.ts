import type { JobsOptions } from 'bullmq';
import type { Logger } from '../log.ts';
import { createOutageLog } from '../outage-log.ts';
import { withTimeout } from '../with-timeout.ts';
import { type JobDefinition, type QueueName, queueNames } from './define-job.ts';
import type { Queue, QueueConnection } from './queue-connection.ts';

// A call can hang when the server went away at the wrong moment, whatever its client promises.
const CALL_TIMEOUT_MS = 4_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** The producer's side of all queues. Every call rejects within four seconds when the queue is away. */
export interface JobQueues {
  isReachable(): boolean;
  /** Adds one job per outbox row, with the row's id; a job with that id that is still there stays as it is. */
  add(queue: QueueName, jobs: readonly { id: string; definition: JobDefinition }[]): Promise<void>;
  /** Ids of the jobs that wait, run, or will be tried again. */
  unfinishedIds(queue: QueueName): Promise<Set<string>>;
  /** Ids of finished jobs that are still kept; such an id cannot be added again. */
  finishedIds(queue: QueueName): Promise<Set<string>>;
  remove(queue: QueueName, id: string): Promise<void>;
  /** Has a job run at the times of a cron pattern (UTC, seconds optional); repeating the call changes nothing. */
  schedule(definition: JobDefinition, pattern: string, payload: unknown): Promise<void>;
  close(): Promise<void>;
}

const jobOptions = ({ attempts }: JobDefinition): JobsOptions => ({
  attempts,
  backoff: { type: 'courselift' },
  // The outbox is the record, and a finished job would keep its row from being enqueued again.
  removeOnComplete: true,
  removeOnFail: { age: 86_400, count: 500 },
  stackTraceLimit: 0,
});

/** Opens the producer's side of every queue and waits until it works. */
export async function openQueues(connection: QueueConnection, log: Logger): Promise<JobQueues> {
  const outage = createOutageLog(log, 'The queue');
  const queues = new Map(queueNames.map((name) => [name, connection.createQueue(name)]));
  for (const queue of queues.values()) queue.on('error', outage.failed);
  const call = async <T>(name: QueueName, work: (queue: Queue) => Promise<T>) => {
    const queue = queues.get(name);
    if (!queue) throw new Error(`There is no queue ${name}`);
    const answer = await withTimeout(work(queue), CALL_TIMEOUT_MS, `A call to the queue ${name}`);
    outage.worked();
    return answer;
  };
  for (const name of queueNames) await call(name, (queue) => queue.waitUntilReady());
  return {
    isReachable: () => connection.isReachable(),
    async add(name, jobs) {
      const entries = jobs.map(({ id, definition }) => ({
        name: definition.name,
        data: {},
        opts: { ...jobOptions(definition), jobId: id },
      }));
      await call(name, (queue) => queue.addBulk(entries));
    },
    unfinishedIds: async (name) =>
      new Set(
        await call(name, (queue) => queue.getRanges(['delayed', 'prioritized', 'wait', 'active'], 0, -1)),
      ),
    finishedIds: async (name) =>
      new Set(await call(name, (queue) => queue.getRanges(['completed', 'failed'], 0, -1))),
    async remove(name, id) {
      await call(name, (queue) => queue.remove(id));
    },
    async schedule(definition, pattern, payload) {
      const { backoff: _, ...opts } = jobOptions({ ...definition, attempts: 1 });
      const template = { name: definition.name, data: payload, opts };
      await call(definition.queue, (queue) =>
        queue.upsertJobScheduler(definition.name, { pattern, tz: 'UTC' }, template),
      );
    },
    async close() {
      const closing = [...queues.values()].map((queue) => queue.close());
      await withTimeout(Promise.allSettled(closing), CLOSE_TIMEOUT_MS, 'Closing the queues').catch(
        outage.failed,
      );
    },
  };
}
