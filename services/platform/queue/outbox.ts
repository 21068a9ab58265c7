import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { row } from '#services/platform/database/sql.ts';
import { notifyAfterCommit } from '../database/transaction.ts';
import { currentTraceparent } from '../tracing/trace-context.ts';
import type { JobDefinition } from './define-job.ts';

/** NOTIFY channel that wakes the relay when rows were added. */
export const OUTBOX_CHANNEL = 'outbox';

/** When a job runs (at once by default), and its idempotency key where the definition has none. */
export interface EnqueueOptions {
  readonly runAt?: Date;
  /** Relative to the database's clock. */
  readonly delayMs?: number;
  readonly key?: string;
}

/**
 * Enqueues a job in the caller's transaction, as a row of the outbox. Returns the outbox id, or `undefined` when a job
 * with the same name and idempotency key exists. Throws outside a transaction and for an invalid payload.
 */
export async function enqueue<Payload extends z.ZodType>(
  manager: EntityManager,
  job: JobDefinition<string, Payload>,
  payload: z.input<Payload>,
  { runAt, delayMs = 0, key }: EnqueueOptions = {},
): Promise<string | undefined> {
  if (!manager.queryRunner?.isTransactionActive) {
    throw new Error(`${job.name} must be enqueued inside the transaction that causes it`);
  }
  const parsed = job.payload.parse(payload);
  const idempotencyKey = key ?? job.key?.(parsed);
  const found = await row<{ id: string }>(
    manager,
    `INSERT INTO outbox (job, payload, key, available_at, traceparent)
     VALUES ($1, $2, $3, coalesce($4::timestamptz, now()) + $5 * interval '1 millisecond', $6)
     ON CONFLICT (key) DO NOTHING RETURNING id`,
    [
      job.name,
      // The input is stored, not the output, so that the worker can parse it with the same schema.
      JSON.stringify(payload),
      idempotencyKey === undefined ? null : `${job.name}:${idempotencyKey}`,
      runAt ?? null,
      delayMs,
      currentTraceparent() ?? null,
    ],
  );
  if (found) notifyAfterCommit(manager, OUTBOX_CHANNEL);
  return found?.id;
}
