import type { RigOptions } from '../options.ts';
import { createRandom } from '../random.ts';
import type { FaultKind, PlannedFault } from './plan.ts';

const kinds: readonly [FaultKind, ...FaultKind[]] = [
  'kill-api',
  'kill-worker',
  'reset-postgres',
  'reset-provider',
  'reset-smtp',
];

/** Between faults, where a run is long enough for several. */
const longestRestMs = 180_000;

/**
 * Returns the faults of a soak: one each few minutes, short ones. They kill the second API and the second worker alone, so
 * that the memory of the first ones is of one process from the start to the end.
 */
export function planMildFaults({ seed, backend, seconds }: RigOptions): PlannedFault[] {
  const random = createRandom(seed);
  const all: typeof kinds = backend === 'redis' ? [...kinds, 'reset-redis'] : kinds;
  const restMs = Math.min(longestRestMs, (seconds * 1_000) / 6);
  const faults: PlannedFault[] = [];
  for (let atMs = restMs; atMs + restMs / 2 < seconds * 1_000; atMs += restMs * (0.8 + 0.4 * random.next()))
    faults.push({ atMs, kind: random.pick(all), target: 1, durationMs: random.between(1_000, 3_000) });
  return faults;
}
