import { EntitySchema } from 'typeorm';
import { createdAt, id } from '../database/columns.ts';

/** An outbox job. Open until `closedAt` or `failedAt` is set; the queue may lose it at any time. */
export interface OutboxRow {
  /** Also the job's id in the queue. */
  id: string;
  job: string;
  payload: unknown;
  /** `<job name>:<idempotency key>`, unique while the row exists. */
  key: string | null;
  /** Not enqueued before this time (the database's clock). */
  availableAt: Date;
  /** When the relay last added the job to the queue or found it there. */
  enqueuedAt: Date | null;
  closedAt: Date | null;
  /** Set when every attempt failed: the row is a dead letter, which is not enqueued again unless an operator retries it. */
  failedAt: Date | null;
  lastError: string | null;
  /** Identifies the error of the last failures that no unavailable server caused, without its text. */
  errorKey: string | null;
  /** How many failures in a row had this error, since the last retry by an operator. */
  sameErrors: number;
  /** W3C `traceparent` of the call or job that enqueued it. */
  traceparent: string | null;
  createdAt: Date;
}

/** SQL condition of an open row. */
export const openCondition = 'closed_at IS NULL AND failed_at IS NULL';

/** Table `outbox` (transactional outbox): written in the transaction of the state change that causes the job. */
export const OutboxEntity = new EntitySchema<OutboxRow>({
  name: 'Outbox',
  tableName: 'outbox',
  columns: {
    id,
    job: { type: 'text' },
    payload: { type: 'jsonb' },
    key: { type: 'text', nullable: true },
    availableAt: { type: 'timestamptz', default: () => 'now()' },
    enqueuedAt: { type: 'timestamptz', nullable: true },
    closedAt: { type: 'timestamptz', nullable: true },
    failedAt: { type: 'timestamptz', nullable: true },
    lastError: { type: 'text', nullable: true },
    errorKey: { type: 'text', nullable: true },
    sameErrors: { type: 'integer', default: 0 },
    traceparent: { type: 'text', nullable: true },
    createdAt,
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
    { name: 'ix_outbox_closed', columns: ['closedAt'], where: 'closed_at IS NOT NULL' },
  ],
});
