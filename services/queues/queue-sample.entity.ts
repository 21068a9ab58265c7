import * as column from '#services/platform/database/columns.ts';
import { defineEntity } from '#services/platform/database/define-entity.ts';

/** Figures of one queue at one minute, for the charts of the desk. */
export const QueueSampleEntity = defineEntity({
  name: 'QueueSample',
  tableName: 'queue_samples',
  columns: {
    /** The full minute. */
    at: { ...column.time, primary: true },
    queue: { ...column.text, primary: true },
    waiting: column.integer,
    queued: column.integer,
    failed: column.integer,
    /** How long the oldest job was due, in seconds. */
    oldestS: column.integer,
    /** Jobs that were done in the minute before. */
    done: column.integer,
  },
});
