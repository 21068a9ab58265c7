import * as z from 'zod';
import type { QueueName } from '#contracts/queue-names.ts';

/** Exponential backoff between the attempts of a job, in milliseconds: doubles from `firstMs` up to `maxMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** Definition of a job: name, queue, payload, attempts, backoff and schedule. */
export interface JobDefinition<Name extends string = string, Payload extends z.ZodType = z.ZodType> {
  readonly name: Name;
  readonly queue: QueueName;
  /** Ids only, never rows or secrets; parsed when enqueued and again in the worker. */
  readonly payload: Payload;
  /**
   * Number of attempts before the outbox row is marked as failed. Attempts that ended because a server did not respond do
   * not count.
   */
  readonly attempts: number;
  readonly backoff: Backoff;
  /** Runs after the other jobs of its queue that are due. */
  readonly isBackground?: boolean;
  /** Runs the job on a schedule, with an empty payload: a cron pattern in UTC, with seconds where it has six fields. */
  readonly schedule?: { readonly pattern: string };
  /** Idempotency key: a second job with the same name and key is not enqueued while the first row exists. */
  // A method, not a property, so that an array can contain definitions with different payloads.
  key?(payload: z.output<Payload>): string;
}

/** Declares a job. The definition is used by the code that enqueues it and by the worker that runs it. */
export function defineJob<const Name extends string, Payload extends z.ZodType>(
  definition: JobDefinition<Name, Payload>,
): JobDefinition<Name, Payload> {
  return definition;
}

/** Declares a job that only runs on a schedule, with an empty payload. A failed run is left to the next one. */
export function defineScheduledJob<const Name extends string>(name: Name, queue: QueueName, pattern: string) {
  return defineJob({
    name,
    queue,
    payload: z.strictObject({}),
    attempts: 1,
    backoff: { firstMs: 1_000, maxMs: 1_000 },
    schedule: { pattern },
  });
}

/** Returns the exponential backoff after the given failed attempt (from 1), in milliseconds, with up to half of it as jitter. */
export function backoffDelayMs({ firstMs, maxMs }: Backoff, attempt: number, random = Math.random): number {
  const full = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
  // Jitter, so that jobs that failed in the same outage do not retry at the same moment.
  return Math.round(full / 2 + (full / 2) * random());
}
