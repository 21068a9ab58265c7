import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** Deletes outbox rows a week after they were closed; scheduled. */
export const purgeOutboxJob = defineJob({
  name: 'housekeeping.purge-outbox',
  queue: 'housekeeping',
  payload: z.strictObject({}),
  attempts: 1,
  backoff: { firstMs: 1_000, maxMs: 1_000 },
  schedule: { pattern: '17 * * * *' },
});

/** Deletes idempotency keys a day after their use; scheduled. */
export const purgeIdempotencyKeysJob = defineJob({
  name: 'housekeeping.purge-idempotency-keys',
  queue: 'housekeeping',
  payload: z.strictObject({}),
  attempts: 1,
  backoff: { firstMs: 1_000, maxMs: 1_000 },
  schedule: { pattern: '29 * * * *' },
});

/** Deletes objects that no row refers to any more from the object store; scheduled. */
export const sweepFilesJob = defineJob({
  name: 'housekeeping.sweep-files',
  queue: 'housekeeping',
  payload: z.strictObject({}),
  attempts: 1,
  backoff: { firstMs: 1_000, maxMs: 1_000 },
  schedule: { pattern: '* * * * *' },
});

/** Stores the figures of the queues of this minute; scheduled. */
export const sampleQueuesJob = defineJob({
  name: 'housekeeping.sample-queues',
  queue: 'housekeeping',
  payload: z.strictObject({}),
  attempts: 1,
  backoff: { firstMs: 1_000, maxMs: 1_000 },
  schedule: { pattern: '* * * * *' },
});
