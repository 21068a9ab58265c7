import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Deps } from '#services/deps.ts';
import type { jobs } from '#services/jobs.ts';
import type { Mailer } from '#services/platform/email/mailer.ts';
import type { JobDefinition } from '#services/platform/queue/define-job.ts';

/** Dependencies of handlers; created once per worker process. */
export interface WorkerDeps extends Pick<Deps, 'config' | 'db' | 'log' | 'provider'> {
  readonly mailer: Mailer;
}

/** Thrown when another delivery has the job of this one. */
export class JobTakenError extends Error {
  override name = 'JobTakenError';
}

/** Context of a handler, besides its payload. */
export interface JobContext {
  /** The outbox id: the same in every attempt, so it can be used as Message-ID or idempotency key. */
  readonly id: string;
  /** From 1. */
  readonly attempt: number;
  /** When the job was due (the database's clock); undefined for a scheduled run. */
  readonly dueAt?: Date | undefined;
  readonly deps: WorkerDeps;
  /** Whether an earlier delivery in this process sent the mail of this job and could not close its row. */
  readonly isSent: boolean;
  /**
   * Call it directly before an effect that cannot be undone or repeated: the queue may have delivered the job to another worker
   * meanwhile, after it lost its data or was unavailable for longer than the lock of the job lasts.
   *
   * @throws JobTakenError which ends this delivery and is not a failure
   * @throws UnavailableError
   */
  ensureHeld(): Promise<void>;
  /** Records that the mail was accepted: from now on only closing the row is retried. */
  markSent(): void;
  /**
   * Runs `work` and closes the outbox row, in one transaction. When an earlier delivery of the same job has closed the
   * row, `work` is skipped and the result is `undefined`.
   */
  complete<T>(work: (manager: EntityManager) => Promise<T>): Promise<T | undefined>;
}

/**
 * Runs one job. Returning without `complete` closes the row as well; throwing retries the job with backoff, or makes it a
 * dead letter at once for a `PermanentError`. May run more than once for one row, so every effect must be idempotent.
 */
export type Handler<Payload> = (payload: Payload, context: JobContext) => Promise<void>;

/** Handlers by job name: one for every definition of a list. */
export type HandlersOf<Jobs extends readonly JobDefinition[]> = {
  readonly [Job in Jobs[number] as Job['name']]: Handler<z.output<Job['payload']>>;
};
export type AllHandlers = HandlersOf<typeof jobs>;
/** Handlers of an area's jobs. */
export type Handlers = Partial<AllHandlers>;
