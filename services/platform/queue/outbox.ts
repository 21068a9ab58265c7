import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { execute, row } from '#services/platform/database/sql.ts';
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

const waiting = (job: string, payload: string) =>
  `SELECT FROM outbox WHERE enqueued_at IS NULL AND available_at <= now() AND ${openCondition}
   AND job = ${job} AND payload = ${payload}::jsonb`;

const storedKey = ({ name }: JobDefinition, key: string) => `${name}:${key}`;

/** SQL that inserts a row of the outbox, and its values. */
export interface OutboxInsert {
  text: string;
  values: readonly unknown[];
}

/**
 * Returns the INSERT of a job for a statement that also makes the change that causes it; on its own for {@link enqueue}. The
 * caller requests the notification of {@link OUTBOX_CHANNEL}. Throws for an invalid payload.
 *
 * @param options.first number of its first placeholder in the statement
 * @param options.from clause of the INSERT's SELECT: a job for each row; one without it
 */
export function outboxInsert<Payload extends z.ZodType>(
  job: JobDefinition<string, Payload>,
  payload: z.input<Payload>,
  {
    runAt,
    delayMs = 0,
    key,
    unlessWaiting = false,
    first = 1,
    from = '',
  }: EnqueueOptions & { first?: number; from?: string } = {},
): OutboxInsert {
  const parsed = job.payload.parse(payload);
  const idempotencyKey = key ?? job.key?.(parsed);
  const at = (offset: number) => `$${first + offset}`;
  const condition = unlessWaiting ? `WHERE NOT EXISTS (${waiting(at(0), at(1))})` : '';
  return {
    text: `INSERT INTO outbox (job, payload, key, available_at, traceparent)
     SELECT ${at(0)}::text, ${at(1)}::jsonb, ${at(2)}::text,
       coalesce(${at(3)}::timestamptz, now()) + ${at(4)}::float8 * interval '1 millisecond', ${at(5)}::text ${from} ${condition}
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
  if (!manager.queryRunner?.isTransactionActive) {
    throw new Error(`${job.name} must be enqueued inside the transaction that causes it`);
  }
  const { text, values } = outboxInsert(job, payload, options);
  const found = await row<{ id: string }>(manager, text, values);
  if (found) notifyAfterCommit(manager, OUTBOX_CHANNEL);
  return found?.id;
}

/**
 * {@link enqueue} with an idempotency key that may belong to a job that is done or was discarded: that job loses it. Returns
 * `undefined` while a job with the key is open or has failed.
 */
export async function enqueueAgain<Payload extends z.ZodType>(
  manager: EntityManager,
  job: JobDefinition<string, Payload>,
  payload: z.input<Payload>,
  key: string,
): Promise<string | undefined> {
  const stored = [storedKey(job, key)];
  // The INSERT alone would wait for a worker that is closing the row, which may wait for a lock of the caller.
  if (await row(manager, 'SELECT 1 FROM outbox WHERE key = $1 AND closed_at IS NULL', stored))
    return undefined;
  await execute(manager, 'UPDATE outbox SET key = NULL WHERE key = $1 AND closed_at IS NOT NULL', stored);
  return enqueue(manager, job, payload, { key });
}
