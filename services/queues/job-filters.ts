import type { QueueName } from '#contracts/queue-names.ts';
import { jobs } from '#services/jobs.ts';

/**
 * States of an outbox row. `waiting`: not yet in the queue; `delayed`: not due yet; `queued`: in the queue, running,
 * or between two attempts; `failed`: out of attempts; `done`; `discarded`: failed, and closed by an operator.
 */
export const jobStates = ['waiting', 'delayed', 'queued', 'failed', 'done', 'discarded'] as const;
/** A state from {@link jobStates}. */
export type JobState = (typeof jobStates)[number];

/** Filters for outbox rows; an absent filter matches every row. Ages are in milliseconds. */
export interface JobFilters {
  readonly ids?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly queue?: QueueName | undefined;
  readonly states?: readonly JobState[] | undefined;
  /** Rows enqueued (written to the outbox) at least this long ago. */
  readonly olderThanMs?: number | undefined;
  /** Rows enqueued at most this long ago. */
  readonly newerThanMs?: number | undefined;
}

/** SQL expression for the {@link JobState} of the outbox row `o`. */
export const stateSql = `CASE
  WHEN o.failed_at IS NOT NULL AND o.closed_at IS NOT NULL THEN 'discarded'
  WHEN o.failed_at IS NOT NULL THEN 'failed'
  WHEN o.closed_at IS NOT NULL THEN 'done'
  WHEN o.enqueued_at IS NOT NULL THEN 'queued'
  WHEN o.available_at > now() THEN 'delayed'
  ELSE 'waiting' END`;

/** SQL condition of a failed outbox row `o`, which is that of the index ix_outbox_failed. */
export const failedCondition = 'o.failed_at IS NOT NULL AND o.closed_at IS NULL';

/** SQL condition on the outbox row `o`; its parameters come from {@link filterValues}. */
export const filterSql = `($1::uuid[] IS NULL OR o.id = ANY ($1))
  AND ($2::text[] IS NULL OR o.job = ANY ($2))
  AND ($3::text[] IS NULL OR (${stateSql}) = ANY ($3))
  AND ($4::float8 IS NULL OR o.created_at <= now() - $4 * interval '1 millisecond')
  AND ($5::float8 IS NULL OR o.created_at >= now() - $5 * interval '1 millisecond')`;

/** Values of the parameters of {@link filterSql}, in their order. */
export function filterValues({ ids, name, queue, states, olderThanMs, newerThanMs }: JobFilters): unknown[] {
  const inQueue = queue && jobs.filter((job) => job.queue === queue).map((job) => job.name);
  // With both filters, the name matches only when its job is in the given queue.
  const names =
    name === undefined ? inQueue : [name].filter((one) => inQueue?.includes(one as never) ?? true);
  return [ids ?? null, names ?? null, states ?? null, olderThanMs ?? null, newerThanMs ?? null];
}
