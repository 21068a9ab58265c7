import * as z from 'zod/mini';
import { endpoint, listOf, nullableObject, objectResponse } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';
import { queueNames } from '../queue-names.ts';
import { MomentSchema, NamedPersonSchema, ReasonSchema } from './desk-fields.ts';

/** A job that failed; `failedAt` is null while it has attempts left. */
export const FailedJobSchema = z.object({
  id: z.string(),
  name: z.string(),
  queue: z.nullable(z.string()),
  createdAt: MomentSchema,
  failedAt: z.nullable(MomentSchema),
  lastError: z.nullable(z.string()),
  /** What the job is about, as far as its payload names it; null where it names nothing. */
  about: nullableObject({
    payment: nullableObject({ id: z.string(), reference: z.string() }),
    /** The oldest open case about it. */
    case: nullableObject({ id: z.string(), summary: z.string() }),
    person: z.nullable(NamedPersonSchema),
    courseTitle: z.nullable(z.string()),
  }),
});
export type JobSubject = NonNullable<FailedJobView['about']>;
export type FailedJobView = z.output<typeof FailedJobSchema>;

export const listQueues = endpoint('GET', '/ops/queues', 'desk', {
  summary: 'What waits, runs and failed in each queue, and the failed jobs',
  response: objectResponse({
    queues: listOf({
      name: z.string(),
      /** Due, and not yet in the queue. */
      waiting: z.number(),
      /** Not due yet. */
      delayed: z.number(),
      /** In the queue, running, or between two attempts. */
      queued: z.number(),
      failed: z.number(),
      /** Since when the oldest job is due; null when none is. */
      oldestAt: z.nullable(MomentSchema),
    }),
    failed: z.array(FailedJobSchema),
  }),
});

export const queueSpans = ['hour', 'day'] as const;

const QueueFiguresSchema = z.object({
  /** Due, and not yet in the queue. */
  waiting: z.number(),
  /** In the queue, running, or between two attempts. */
  queued: z.number(),
  failed: z.number(),
  /** For how many seconds the oldest job was due. */
  oldestS: z.number(),
  /** Jobs that were done, per minute. */
  done: z.number(),
});
export type QueueFiguresView = z.output<typeof QueueFiguresSchema>;

export const getQueueHistory = endpoint('GET', '/ops/queues/history', 'desk', {
  summary:
    'Figures of a queue, or of all together, over the last hour by minute or the last day by quarter of an hour',
  query: z.object({ span: z._default(z.enum(queueSpans), 'hour'), queue: z.optional(z.enum(queueNames)) }),
  response: objectResponse({
    /**
     * Oldest first. A quarter of an hour has the maximum of each figure, and the mean of what was done; null where no
     * worker recorded any.
     */
    points: listOf({ at: MomentSchema, figures: z.nullable(QueueFiguresSchema) }),
    /** Read now. */
    now: z.object({ at: MomentSchema, figures: QueueFiguresSchema }),
  }),
});

const actionBody = z.object({
  ids: z.array(IdSchema).check(z.minLength(1, 'Please choose a job.'), z.maxLength(100)),
  reason: ReasonSchema,
});
const changed = objectResponse({ ids: z.array(z.string()) });

export const retryJobs = endpoint('POST', '/ops/queues/retry', 'desk', {
  summary: 'Run failed jobs once more, with all attempts',
  body: actionBody,
  response: changed,
});

export const discardJobs = endpoint('POST', '/ops/queues/discard', 'desk', {
  summary: 'Close failed jobs without running them',
  body: actionBody,
  response: changed,
});
