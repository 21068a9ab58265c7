import * as z from 'zod/mini';
import { dataResponse, endpoint } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';
import { queueNames } from '../queue-names.ts';
import { MomentSchema, ReasonSchema } from './desk-fields.ts';

/** A job that failed; `failedAt` is null while it has attempts left. */
export const FailedJobSchema = z.object({
  id: z.string(),
  name: z.string(),
  queue: z.nullable(z.string()),
  createdAt: MomentSchema,
  failedAt: z.nullable(MomentSchema),
  lastError: z.nullable(z.string()),
});
/** See {@link FailedJobSchema}. */
export type FailedJobView = z.output<typeof FailedJobSchema>;

export const listQueues = endpoint({
  method: 'GET',
  path: '/ops/queues',
  summary: 'What waits, runs and failed in each queue, and the failed jobs',
  auth: 'desk',
  response: dataResponse(
    z.object({
      queues: z.array(
        z.object({
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
      ),
      failed: z.array(FailedJobSchema),
    }),
  ),
});

/** Spans of the charts of the queues. */
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
/** Figures of the queues at one time. */
export type QueueFiguresView = z.output<typeof QueueFiguresSchema>;

export const getQueueHistory = endpoint({
  method: 'GET',
  path: '/ops/queues/history',
  summary:
    'Figures of a queue, or of all together, over the last hour by minute or the last day by quarter of an hour',
  auth: 'desk',
  query: z.object({ span: z._default(z.enum(queueSpans), 'hour'), queue: z.optional(z.enum(queueNames)) }),
  response: dataResponse(
    z.object({
      /**
       * Oldest first. A quarter of an hour has the maximum of each figure, and the mean of what was done; null where no
       * worker recorded any.
       */
      points: z.array(z.object({ at: MomentSchema, figures: z.nullable(QueueFiguresSchema) })),
      /** Read now. */
      now: z.object({ at: MomentSchema, figures: QueueFiguresSchema }),
    }),
  ),
});

const actionBody = z.object({
  ids: z.array(IdSchema).check(z.minLength(1, 'Please choose a job.'), z.maxLength(100)),
  reason: ReasonSchema,
});
const changed = dataResponse(z.object({ ids: z.array(z.string()) }));

export const retryJobs = endpoint({
  method: 'POST',
  path: '/ops/queues/retry',
  summary: 'Run failed jobs once more, with all attempts',
  auth: 'desk',
  body: actionBody,
  response: changed,
});

export const discardJobs = endpoint({
  method: 'POST',
  path: '/ops/queues/discard',
  summary: 'Close failed jobs without running them',
  auth: 'desk',
  body: actionBody,
  response: changed,
});
