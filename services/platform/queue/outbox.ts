import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { execute, type Insert, insertTogether, row } from '../database/sql.ts';
import { notifyAfterCommit } from '../database/transaction.ts';
import { currentTraceparent } from '../tracing/trace-context.ts';
import type { JobDefinition } from './define-job.ts';
import { openCondition } from './outbox.entity.ts';

/** NOTIFY channel that wakes the relay when rows were added. */
export const OUTBOX_CHANNEL = 'outbox';

/** When a job runs (at once by default), and its idempotency key where the definition has none. */
export interface EnqueueOptions {
  readonly runAt?: Date;
  /** Relative to the database's clock. */
  readonly delayMs?: number;
  readonly key?: string;
  /** Adds nothing while a job with the same payload is due and not in the queue yet, as during an outage of the queue. */
  readonly unlessWaiting?: boolean;
}

const waiting = `SELECT FROM outbox WHERE enqueued_at IS NULL AND available_at <= now() AND ${openCondition}
   AND job = $1 AND payload = $2::jsonb`;

const storedKey = ({ name }: JobDefinition, key: string) => `${name}:${key}`;

/**
 * Enqueues a job in the caller's transaction, as a row of the outbox. Returns the outbox id, or `undefined` when a job
 * with the same name and idempotency key exists, or one that is waiting is enough (`unlessWaiting`). Throws outside a transaction and for an invalid payload.
 */
export async function enqueue<Payload extends z.ZodType>(
  manager: EntityManager,
  job: JobDefinition<string, Payload>,
  payload: z.input<Payload>,
  options?: EnqueueOptions,
): Promise<string | undefined> {
  const { text, values } = outboxInsert(manager, job, payload, options);
  const inserted = await row<{ id: string }>(manager, text, values);
  if (inserted) notifyAfterCommit(manager, OUTBOX_CHANNEL);
  return inserted?.id;
}

/** Inserts rows and enqueues the job that they cause, by one statement. See {@link enqueue}. */
export async function insertAndEnqueue<Payload extends z.ZodType>(
  manager: EntityManager,
  inserts: readonly Insert[],
  job: JobDefinition<string, Payload>,
  payload: z.input<Payload>,
): Promise<void> {
  await insertTogether(manager, [...inserts, outboxInsert(manager, job, payload)]);
  notifyAfterCommit(manager, OUTBOX_CHANNEL);
}

function outboxInsert<Payload extends z.ZodType>(
  manager: EntityManager,
  job: JobDefinition<string, Payload>,
  payload: z.input<Payload>,
  { runAt, delayMs = 0, key, unlessWaiting = false }: EnqueueOptions = {},
): Insert {
  if (!manager.queryRunner?.isTransactionActive) {
    throw new Error(`${job.name} must be enqueued inside the transaction that causes it`);
  }
  const parsed = job.payload.parse(payload);
  const idempotencyKey = key ?? job.key?.(parsed);
  return {
    text: `INSERT INTO outbox (job, payload, key, available_at, traceparent)
     SELECT $1::text, $2::jsonb, $3::text,
       coalesce($4::timestamptz, now()) + $5::float8 * interval '1 millisecond', $6::text
     ${unlessWaiting ? `WHERE NOT EXISTS (${waiting})` : ''}
     ON CONFLICT (key) DO NOTHING RETURNING id`,
    values: [
      job.name,
      // The input is stored, not the output, so that the worker can parse it with the same schema.
      JSON.stringify(payload),
      idempotencyKey === undefined ? null : storedKey(job, idempotencyKey),
      runAt ?? null,
      delayMs,
      currentTraceparent() ?? null,
    ],
  };
}

/** Returns whether a job with this idempotency key is open or has failed. */
export async function hasUnfinishedJob(manager: EntityManager, job: JobDefinition, key: string) {
  const unfinished = 'SELECT 1 FROM outbox WHERE key = $1 AND closed_at IS NULL';
  return (await row(manager, unfinished, [storedKey(job, key)])) !== undefined;
}

/**
 * {@link enqueue} with an idempotency key that may belong to a job that is done or was discarded: that job loses it. The caller
 * has called {@link hasUnfinishedJob} before: the INSERT alone would wait for a worker that is closing the row, which may wait for
 * a lock of the caller.
 */
export async function enqueueAgain<Payload extends z.ZodType>(
  manager: EntityManager,
  job: JobDefinition<string, Payload>,
  payload: z.input<Payload>,
  key: string,
): Promise<string | undefined> {
  const release = 'UPDATE outbox SET key = NULL WHERE key = $1 AND closed_at IS NOT NULL';
  await execute(manager, release, [storedKey(job, key)]);
  return enqueue(manager, job, payload, { key });
}
