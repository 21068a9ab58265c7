import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { notifyAfterCommit } from '../database/transaction.ts';
import type { JobDefinition } from './define-job.ts';

/** The channel on which the relay is told that rows are waiting. */
export const OUTBOX_CHANNEL = 'outbox';

/** When a job runs (at once by default) and its natural key, where the definition has none. */
export interface EnqueueOptions {
  readonly runAt?: Date;
  /** Counted from the database's clock. */
  readonly delayMs?: number;
  readonly key?: string;
}

/**
 * Promises a job in the caller's transaction. Answers the outbox id, or `undefined` when a job with the same
 * name and key is already promised. Throws outside a transaction and on a payload that the schema refuses.
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
  const naturalKey = key ?? job.key?.(parsed);
  const rows: { id: string }[] = await manager.query(
    `INSERT INTO outbox (job, payload, key, available_at)
     VALUES ($1, $2, $3, coalesce($4::timestamptz, now()) + $5 * interval '1 millisecond')
     ON CONFLICT (key) DO NOTHING RETURNING id`,
    [
      job.name,
      // The input is stored, not the output, so that the worker can parse it with the same schema.
      JSON.stringify(payload),
      naturalKey === undefined ? null : `${job.name}:${naturalKey}`,
      runAt ?? null,
      delayMs,
    ],
  );
  if (rows[0]) notifyAfterCommit(manager, OUTBOX_CHANNEL);
  return rows[0]?.id;
}
