import { percentile } from '../core/statistics.ts';
import { createMixedRequests, type MixedSubjects } from './mixed-requests.ts';
import { sendOpenLoop } from './open-loop.ts';

/** A measurement of the mixed load. */
export interface MixedSample {
  /** Responses per second. */
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  requests: number;
  /** 99th percentile of each kind of request, in milliseconds. */
  p99MsByKind: Record<string, number>;
  errors: Record<string, number>;
}

/** First message to this process. */
export interface MixedStart {
  url: string;
  subjects: MixedSubjects;
}

// Sends the mixed load from a process of its own: first a message `MixedStart`, then one for each measurement.
process.once('message', ({ url, subjects }: MixedStart) => {
  const draw = createMixedRequests(subjects, 1);
  let seed = 1;
  process.on('message', async (load: { perSecond: number; seconds: number }) => {
    seed += 1;
    const { timesMs, seconds, errors } = await sendOpenLoop(url, { ...load, seed }, draw);
    const times = timesMs.map(({ ms }) => ms);
    const byKind = Map.groupBy(timesMs, ({ kind }) => kind);
    const p99Of = (list: readonly { ms: number }[]) =>
      percentile(
        list.map(({ ms }) => ms),
        0.99,
      );
    const sample: MixedSample = {
      perSecond: timesMs.length / seconds,
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
      p99Ms: percentile(times, 0.99),
      requests: timesMs.length,
      p99MsByKind: Object.fromEntries([...byKind].map(([kind, list]) => [kind, p99Of(list)])),
      errors,
    };
    process.send?.(sample);
  });
  process.send?.({ type: 'started' });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'ready' });
