import type { JobSchedulerTemplateOptions, JobsOptions, WorkerOptions } from 'bullmq';
import { withTimeout } from '../async-calls.ts';
import type { Logger } from '../log.ts';
import { waitUntilUp } from '../server-unavailable.ts';

/** Connection to the queues' server; the same interface for Redis and PostgreSQL. */
export interface QueueConnection {
  /** Resolves when the queue is connected; `onError` is called for its errors from its creation on. */
  createQueue(name: string, onError: (error: Error) => void): Promise<Queue>;
  /** The same for a worker, which takes jobs from its `run()` on. */
  createWorker(
    name: string,
    processJob: RunQueuedJob,
    options: Omit<WorkerOptions, 'connection' | 'autorun'> & { onError: (error: Error) => void },
  ): Promise<Worker>;
  /** How often a job may lose its worker before it fails for good. */
  readonly maxStalledCount: number;
  /** Whether the server is connected; the relay checks it before it claims rows. */
  isReachable(): boolean;
  /** Whether the server has memory for more jobs; until then they wait in the outbox. */
  hasRoom(): Promise<boolean>;
  /** Closes the connections; close queues and workers before. */
  close(): Promise<void>;
}

/** The part of BullMQ's `Queue` that the product uses, without the types of one backend. */
export interface Queue {
  addBulk(jobs: { name: string; data: unknown; opts: JobsOptions }[]): Promise<unknown>;
  getRanges(
    states: ('delayed' | 'prioritized' | 'wait' | 'active' | 'completed' | 'failed')[],
    start: number,
    end: number,
  ): Promise<string[]>;
  remove(id: string): Promise<number>;
  upsertJobScheduler(
    id: string,
    repeat: { pattern: string; tz: string },
    template: { name: string; data: unknown; opts: JobSchedulerTemplateOptions },
  ): Promise<unknown>;
  close(): Promise<void>;
}

/** The part of BullMQ's `Worker` that the product uses. */
export interface Worker {
  /** Takes jobs until the worker is closed. */
  run(): Promise<void>;
  on(event: 'active', listener: () => void): unknown;
  on(event: 'failed', listener: (job: QueuedJob | undefined, error: Error) => void): unknown;
  /** Extends the locks of jobs; returns the ids of those whose lock is lost. */
  extendJobLocks(ids: string[], tokens: string[], durationMs: number): Promise<string[]>;
  close(): Promise<void>;
}

/** The part of BullMQ's `Job` that the product uses. */
export interface QueuedJob {
  id?: string | undefined;
  name: string;
  data: unknown;
  attemptsMade: number;
  /** From 1, postponed runs included. */
  attemptsStarted: number;
  repeatJobKey?: string | undefined;
  /** Set when the job stalled too often: it fails without another run. */
  deferredFailure?: string | undefined;
  moveToDelayed(timestampMs: number, token?: string): Promise<void>;
}

export type RunQueuedJob = (job: QueuedJob, token?: string) => Promise<void>;

/** Longest wait for one bootstrap, in milliseconds. */
const READY_TIMEOUT_MS = 4_000;

/** A queue or worker of BullMQ. */
interface Connecting {
  on(event: 'error', listener: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Creates a queue or worker of BullMQ and waits until it is connected. BullMQ stores the rejection of a failed bootstrap:
 * a queue then fails every call with it, and a worker retries without a pause (docs/upstream/bullmq-failed-bootstrap.md).
 * One that failed is closed and another one is created, for at most a minute.
 *
 * @param onError called for every error of what is created, also while it connects
 * @param signal aborts the wait
 */
export async function createReady<T extends Connecting>(
  what: string,
  create: () => T,
  { onError, ...wait }: { onError: (error: Error) => void; log: Logger; signal?: AbortSignal | undefined },
): Promise<T> {
  const attempt = async () => {
    const created = create();
    created.on('error', onError);
    try {
      await withTimeout(created.waitUntilReady(), READY_TIMEOUT_MS, `The connection of ${what}`);
      return created;
    } catch (error) {
      // Not awaited: closing may wait for a connection that never responds.
      created.close().catch(onError);
      throw error;
    }
  };
  return waitUntilUp(what, attempt, wait);
}
