import { EntitySchema } from 'typeorm';

/** Figures of one queue at one minute, for the charts of the desk. */
export interface QueueSample {
  /** The full minute. */
  at: Date;
  queue: string;
  waiting: number;
  queued: number;
  failed: number;
  /** How long the oldest job was due, in seconds. */
  oldestS: number;
  /** Jobs that were done in the minute before. */
  done: number;
}

const integer = { type: 'integer' } as const;

export const QueueSampleEntity = new EntitySchema<QueueSample>({
  name: 'QueueSample',
  tableName: 'queue_samples',
  columns: {
    at: { type: 'timestamptz', primary: true },
    queue: { type: 'text', primary: true },
    waiting: integer,
    queued: integer,
    failed: integer,
    oldestS: integer,
    done: integer,
  },
});
