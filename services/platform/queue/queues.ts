import type { JobsOptions } from 'bullmq';
import { type QueueName, queueNames } from '#contracts/queue-names.ts';
import { withTimeout } from '../async-calls.ts';
import { createOutageLog, type Logger } from '../log.ts';
import type { JobDefinition } from './define-job.ts';
import type { Queue, QueueConnection } from './queue-connection.ts';

// Calls of the client can hang when the connection is lost at the wrong moment, despite its own timeouts.
const CALL_TIMEOUT_MS = 4_000;
const CLOSE_TIMEOUT_MS = 2_000;

// Jobs without a priority run first (BullMQ).
const backgroundPriority = 10;

const jobOptions = ({ attempts, isBackground }: JobDefinition): JobsOptions => ({
  attempts,
  ...(isBackground && { priority: backgroundPriority }),
  backoff: { type: 'courselift' },
  // The outbox is the record, and a completed job with the same id would prevent enqueueing the row again.
  removeOnComplete: true,
  removeOnFail: { age: 86_400, count: 500 },
  stackTraceLimit: 0,
});

/** Producer of all queues. Every call rejects within four seconds when the queue is unavailable. */
export type JobQueues = Awaited<ReturnType<typeof openQueues>>;

/** Opens the producer of every queue and waits until all are connected. */
export async function openQueues(connection: QueueConnection, log: Logger) {
  const outage = createOutageLog(log, 'The queue');
  const open = async (name: QueueName) => [name, await connection.createQueue(name, outage.failed)] as const;
  const queues = new Map(await Promise.all(queueNames.map(open)));
  const call = async <T>(name: QueueName, work: (queue: Queue) => Promise<T>) => {
    const queue = queues.get(name);
    if (!queue) throw new Error(`There is no queue ${name}`);
    const result = await withTimeout(work(queue), CALL_TIMEOUT_MS, `A call to the queue ${name}`);
    outage.worked();
    return result;
  };
  const idsIn = async (name: QueueName, ...states: Parameters<Queue['getRanges']>[0]) =>
    new Set(await call(name, (queue) => queue.getRanges(states, 0, -1)));
  return {
    isReachable: () => connection.isReachable(),
    /** Whether the server has memory for more jobs. */
    hasRoom: () => withTimeout(connection.hasRoom(), CALL_TIMEOUT_MS, 'Reading the memory of the queue'),
    /** Adds one job per outbox row, with the row's id as job id; does nothing for an id that the queue still has. */
    async add(name: QueueName, jobs: readonly { id: string; definition: JobDefinition }[]): Promise<void> {
      const entries = jobs.map(({ id, definition }) => ({
        name: definition.name,
        data: {},
        opts: { ...jobOptions(definition), jobId: id },
      }));
      await call(name, (queue) => queue.addBulk(entries));
    },
    /** Returns the ids of jobs that are waiting, delayed, or running. */
    unfinishedIds: (name: QueueName) => idsIn(name, 'delayed', 'prioritized', 'wait', 'active'),
    /** Returns the ids of jobs that are waiting for a worker: neither running nor delayed until a next attempt. */
    waitingIds: (name: QueueName) => idsIn(name, 'prioritized', 'wait'),
    /** Returns the ids of completed and failed jobs that the queue still has; such an id cannot be added again. */
    finishedIds: (name: QueueName) => idsIn(name, 'completed', 'failed'),
    async remove(name: QueueName, id: string): Promise<void> {
      await call(name, (queue) => queue.remove(id));
    },
    /** Upserts the schedule of a job: a cron pattern in UTC, seconds optional. */
    async schedule(definition: JobDefinition, pattern: string, payload: unknown): Promise<void> {
      const { backoff: _, ...opts } = jobOptions({ ...definition, attempts: 1 });
      const template = { name: definition.name, data: payload, opts };
      await call(definition.queue, (queue) =>
        queue.upsertJobScheduler(definition.name, { pattern, tz: 'UTC' }, template),
      );
    },
    async close(): Promise<void> {
      const closing = [...queues.values()].map((queue) => queue.close());
      await withTimeout(Promise.allSettled(closing), CLOSE_TIMEOUT_MS, 'Closing the queues').catch(
        outage.failed,
      );
    },
  };
}
