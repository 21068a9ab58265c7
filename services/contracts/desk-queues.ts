import * as z from 'zod/mini';
import { MomentSchema, ReasonSchema } from './desk-fields.ts';
import { dataResponse, endpoint } from './endpoint.ts';
import { IdSchema } from './fields.ts';

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
          /** When the oldest job that is due was enqueued; null when none is. */
          oldestAt: z.nullable(MomentSchema),
        }),
      ),
      failed: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          queue: z.nullable(z.string()),
          createdAt: MomentSchema,
          failedAt: z.nullable(MomentSchema),
          lastError: z.nullable(z.string()),
        }),
      ),
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
