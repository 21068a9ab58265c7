import type { RigOptions } from '../options.ts';
import { createRandom } from '../random.ts';

const common = [
  'kill-api',
  'kill-api',
  'kill-worker',
  'kill-worker',
  'kill-postgres',
  'pause-api',
  'pause-worker',
  'empty-queue',
  'reset-postgres',
  'silent-postgres',
  'slow-postgres',
  'reset-provider',
  'silent-provider',
  'slow-provider',
  'provider-errors',
  'reset-smtp',
  'silent-smtp',
  'smtp-refuses',
  'smtp-drops',
  'smtp-away',
  'rolling-restart',
] as const;

const ofRedis = ['kill-redis', 'pause-redis', 'reset-redis', 'silent-redis', 'slow-redis'] as const;

/** What a fault does; `pause` is SIGSTOP and SIGCONT, `kill` is kill -9. */
export type FaultKind = (typeof common)[number] | (typeof ofRedis)[number];

/** A fault of the plan. `target` is which of two processes, and chooses between variants. */
export interface PlannedFault {
  atMs: number;
  kind: FaultKind;
  target: 0 | 1;
  durationMs: number;
}

const warmUpMs = 5_000;
const longestMs = 20_000;

/**
 * Returns the faults of a run, one after the other: the same for the same seed, backend and duration. The last one ends
 * 5 s before the load.
 */
export function planFaults({ seed, backend, seconds }: RigOptions): PlannedFault[] {
  const random = createRandom(seed);
  const kinds: readonly [FaultKind, ...FaultKind[]] =
    backend === 'redis' ? [...common, ...ofRedis] : [...common];
  const endMs = seconds * 1_000 - warmUpMs;
  // Short runs have short faults, so that they have several.
  const rangeMs = Math.min(longestMs, Math.max(2_000, (seconds * 1_000) / 12)) - 1_000;
  const faults: PlannedFault[] = [];
  for (let atMs = warmUpMs; ; ) {
    const kind = random.pick(kinds);
    const durationMs = Math.round(1_000 + random.next() ** 2 * rangeMs);
    const target = random.between(0, 1) as 0 | 1;
    const restMs = random.between(1_500, 5_000);
    if (atMs + durationMs > endMs) return faults;
    faults.push({ atMs, kind, target, durationMs });
    atMs += durationMs + restMs;
  }
}
