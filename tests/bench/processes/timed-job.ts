import { z } from 'zod';
import { defineJob } from '#services/platform/queue/define-job.ts';

/** A job that carries when its transaction began, in milliseconds of the clock that all processes share. */
export const timedJob = defineJob({
  name: 'bench.timed',
  queue: 'mail',
  payload: z.strictObject({ startedAtMs: z.number() }),
  attempts: 3,
  backoff: { firstMs: 200, maxMs: 1_000 },
});

/** Returns the time since 1970 in milliseconds, with fractions, which `Date.now()` lacks. */
export const sharedClockMs = (): number => performance.timeOrigin + performance.now();

/** Waits for messages `{ jobs }` of the parent, and replies `{ timesMs }` once so many jobs have started. */
export function createStartRecorder(): (startedAtMs: number) => Promise<void> {
  let timesMs: number[] = [];
  let wanted = 0;
  process.on('message', ({ jobs }: { jobs: number }) => {
    timesMs = [];
    wanted = jobs;
    process.send?.({ type: 'waiting' });
  });
  return async (startedAtMs) => {
    timesMs.push(sharedClockMs() - startedAtMs);
    if (timesMs.length === wanted) process.send?.({ timesMs });
  };
}
