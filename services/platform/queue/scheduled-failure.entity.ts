import { EntitySchema } from 'typeorm';

/** The last failures of a scheduled job, whose runs have no row in the outbox; deleted when it succeeds. */
export interface ScheduledFailure {
  job: string;
  /** See `OutboxRow.errorKey`. */
  errorKey: string;
  /** How many runs in a row failed with this error. */
  sameErrors: number;
}

export const ScheduledFailureEntity = new EntitySchema<ScheduledFailure>({
  name: 'ScheduledFailure',
  tableName: 'scheduled_failures',
  columns: {
    job: { type: 'text', primary: true },
    errorKey: { type: 'text' },
    sameErrors: { type: 'integer', default: 1 },
  },
});
