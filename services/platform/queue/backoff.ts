import type { Backoff } from './define-job.ts';

/** Returns the exponential backoff after the given failed attempt (from 1), in milliseconds, with up to half of it as jitter. */
export function backoffDelayMs({ firstMs, maxMs }: Backoff, attempt: number, random = Math.random): number {
  const full = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
  // Jitter, so that jobs that failed in the same outage do not retry at the same moment.
  return Math.round(full / 2 + (full / 2) * random());
}
