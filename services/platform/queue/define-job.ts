import type { z } from 'zod';

/** Every queue; a job names the one that it runs on. Queue names may not contain ':'. */
export const queueNames = [
  'meetings',
  'newsletter',
  'payments',
  'sponsorships',
  'mail',
  'housekeeping',
] as const;
export type QueueName = (typeof queueNames)[number];

/** Waits between the attempts of one job, in milliseconds: doubled from `firstMs`, never above `maxMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** A job as data: what it is called, where it runs, what it carries and how often it is tried. */
export interface JobDefinition<Name extends string = string, Payload extends z.ZodType = z.ZodType> {
  readonly name: Name;
  readonly queue: QueueName;
  /** Ids only, never rows or secrets; parsed when enqueued and again in the worker. */
  readonly payload: Payload;
  /** How often the job runs before its outbox row is marked as failed. */
  readonly attempts: number;
  readonly backoff: Backoff;
  /** The natural key: a second job with the same name and key is not enqueued while the first row is kept. */
  // A method, not a property, so that a list can hold definitions with different payloads.
  key?(payload: z.output<Payload>): string;
}

/** Declares a job; the value is shared by the code that enqueues it and the worker that runs it. */
export function defineJob<const Name extends string, Payload extends z.ZodType>(
  definition: JobDefinition<Name, Payload>,
): JobDefinition<Name, Payload> {
  return definition;
}
