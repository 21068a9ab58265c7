import { DelayedError, UnrecoverableError } from 'bullmq';
import type { Logger } from '../log.ts';
import { createOutageLog } from '../outage-log.ts';
import { backoffDelayMs } from './backoff.ts';
import type { JobDefinition, QueueName } from './define-job.ts';
import type { QueueConnection, Worker } from './queue-connection.ts';

/** One job as the queue hands it over. */
export interface Delivery {
  /** The outbox id; for a scheduled run an id of the queue's own. */
  readonly id: string;
  readonly name: string;
  /** From 1. */
  readonly attempt: number;
  readonly isScheduled: boolean;
  /** Only scheduled runs carry their payload in the queue. */
  readonly data: unknown;
}

/** What became of a delivery. */
export type DeliveryResult =
  | { readonly kind: 'done' }
  /** Tried again with back-off while attempts are left. */
  | { readonly kind: 'retry'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Tried again after a while, without counting as an attempt. */
  | { readonly kind: 'postponed'; readonly delayMs: number };

export interface QueueWorkerOptions {
  readonly connection: QueueConnection;
  readonly queue: QueueName;
  readonly jobs: readonly JobDefinition[];
  readonly concurrency: number;
  readonly run: (delivery: Delivery) => Promise<DeliveryResult>;
  /** Told about a job that too many workers died of. */
  readonly onAbandoned: (id: string, reason: string) => Promise<void>;
  readonly log: Logger;
}

/**
 * Times of the queue, in milliseconds. With BullMQ's own a killed worker's job is taken up again after a minute,
 * and a second kill fails it for good.
 */
const settings = {
  lockDuration: 5_000,
  stalledInterval: 2_500,
  maxStalledCount: 10,
  runRetryDelay: 1_000,
} as const;

/** Starts taking jobs from one queue. */
export function startQueueWorker(options: QueueWorkerOptions): Worker {
  const { connection, queue, jobs, concurrency, run, onAbandoned, log } = options;
  const backoffs = new Map(jobs.map(({ name, backoff }) => [name, backoff]));
  const outage = createOutageLog(log, `The worker of ${queue}`);
  const worker = connection.createWorker(
    queue,
    async (job, token) => {
      const isScheduled = job.repeatJobKey !== undefined;
      const delivery = { name: job.name, attempt: job.attemptsMade + 1, isScheduled, data: job.data };
      const outcome = await run({ ...delivery, id: job.id ?? '' });
      if (outcome.kind === 'retry') throw new Error(outcome.reason);
      if (outcome.kind === 'failed') throw new UnrecoverableError(outcome.reason);
      if (outcome.kind === 'postponed') {
        await job.moveToDelayed(Date.now() + outcome.delayMs, token);
        throw new DelayedError();
      }
    },
    {
      ...settings,
      concurrency,
      settings: {
        backoffStrategy: (attempt, _type, _error, job) => {
          const backoff = job && backoffs.get(job.name);
          return backoff ? backoffDelayMs(backoff, attempt) : settings.runRetryDelay;
        },
      },
    },
  );
  worker.on('error', outage.failed);
  worker.on('active', outage.worked);
  worker.on('failed', (job) => {
    if (!job?.id || !job.deferredFailure) return;
    onAbandoned(job.id, job.deferredFailure).catch(outage.failed);
  });
  return worker;
}
