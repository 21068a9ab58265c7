import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { JobDefinition } from '#services/platform/queue/define-job.ts';
import type { WorkerDeps } from './worker-deps.ts';

/** What a handler may know and use besides its payload. */
export interface JobContext {
  /** The outbox id: the same in every attempt, so it serves as Message-ID or idempotency key. */
  readonly id: string;
  /** From 1. */
  readonly attempt: number;
  readonly deps: WorkerDeps;
  /**
   * The handler's effect and the closing of its outbox row, in one transaction. When the row is already closed,
   * by an earlier delivery of the same job, `work` is skipped and the answer is `undefined`.
   */
  complete<T>(work: (manager: EntityManager) => Promise<T>): Promise<T | undefined>;
}

/**
 * Runs one job. Returning without `complete` closes the row as well; throwing has it tried again, or given up
 * at once for a `PermanentError`. May run more than once for one row, so every effect must be idempotent.
 */
export type Handler<Payload> = (payload: Payload, context: JobContext) => Promise<void>;

/** One handler for every definition of a list; an object that misses one does not compile. */
export type HandlersOf<Jobs extends readonly JobDefinition[]> = {
  readonly [Job in Jobs[number] as Job['name']]: Handler<z.output<Job['payload']>>;
};
