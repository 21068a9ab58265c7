import { outsideServices } from '#contracts/cases/cases.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';

/** An outbox job. Open until `closedAt` or `failedAt` is set; the queue may lose it at any time. */
export type OutboxRow = RowOf<typeof OutboxEntity>;

/** SQL condition of an open row. */
export const openCondition = 'closed_at IS NULL AND failed_at IS NULL';

/** Table `outbox` (transactional outbox): written in the transaction of the state change that causes the job. */
export const OutboxEntity = defineEntity({
  name: 'Outbox',
  tableName: 'outbox',
  columns: {
    /** Also the job's id in the queue. */
    id: column.id,
    job: column.text,
    payload: column.json<unknown>(),
    /** `<job name>:<idempotency key>`, unique while the row exists. */
    key: column.optionalText,
    /** Not enqueued before this time (the database's clock). */
    availableAt: column.createdAt,
    /** When the relay last added the job to the queue or found it there. */
    enqueuedAt: column.moment,
    closedAt: column.moment,
    /** Set when every attempt failed: the row is a dead letter, which is not enqueued again unless an operator retries it. */
    failedAt: column.moment,
    lastError: column.optionalText,
    /** Identifies the error of the last failures that no unavailable server caused, without its text. */
    errorKey: column.optionalText,
    /** How many failures in a row had this error, since the last retry by an operator. */
    sameErrors: column.counter,
    /** The server that the last attempt failed for, because it was unavailable; since when, and in how many attempts. */
    unavailable: column.optional(column.oneOf(outsideServices)),
    unavailableSince: column.moment,
    unavailableTries: column.counter,
    /** W3C `traceparent` of the call or job that enqueued it. */
    traceparent: column.optionalText,
    createdAt: column.createdAt,
  },
  uniques: [{ name: 'uq_outbox_key', columns: ['key'] }],
  indices: [
    { name: 'ix_outbox_due', columns: ['availableAt'], where: `enqueued_at IS NULL AND ${openCondition}` },
    { name: 'ix_outbox_enqueued', columns: ['enqueuedAt'], where: openCondition },
    {
      name: 'ix_outbox_failed',
      columns: ['createdAt'],
      where: 'failed_at IS NOT NULL AND closed_at IS NULL',
    },
    {
      name: 'ix_outbox_errors',
      columns: ['job', 'errorKey'],
      where: 'error_key IS NOT NULL AND closed_at IS NULL',
    },
    {
      name: 'ix_outbox_unavailable',
      columns: ['unavailable', 'unavailableSince'],
      where: 'unavailable IS NOT NULL AND closed_at IS NULL',
    },
    { name: 'ix_outbox_closed', columns: ['closedAt'], where: 'closed_at IS NOT NULL' },
  ],
});

/** The last failures of a scheduled job, whose runs have no row in the outbox; deleted when it succeeds. */
export const ScheduledFailureEntity = defineEntity({
  name: 'ScheduledFailure',
  tableName: 'scheduled_failures',
  columns: {
    job: { ...column.text, primary: true },
    /** See `OutboxRow.errorKey`. */
    errorKey: column.text,
    /** How many runs in a row failed with this error. */
    sameErrors: { ...column.integer, default: 1 },
  },
});
