import type { Backoff } from './define-job.ts';

/** The wait after the given failed attempt (from 1), in milliseconds: at least half of it is certain, the rest chance. */
export function backoffDelayMs({ firstMs, maxMs }: Backoff, attempt: number, random = Math.random): number {
  const full = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
  // Jobs that failed together, because of the same outage, must not come back together.
  return Math.round(full / 2 + (full / 2) * random());
}
