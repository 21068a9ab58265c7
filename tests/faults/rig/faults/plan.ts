import type { RigOptions } from '../options.ts';
import { createRandom, type Random } from '../random.ts';

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

/** Added where starts are faulty. */
const restarts = ['kill-api', 'kill-worker', 'rolling-restart'] as const;

const ofRedis = ['kill-redis', 'pause-redis', 'reset-redis', 'silent-redis', 'slow-redis'] as const;

/** Kinds of faults; `pause` is SIGSTOP and SIGCONT, `kill` is kill -9. */
export type FaultKind = (typeof common)[number] | (typeof ofRedis)[number];

/** The fault. `target` is which of two processes, and chooses between variants. */
export interface SingleFault {
  kind: FaultKind;
  target: 0 | 1;
  durationMs: number;
}

/** A fault of the plan, and where faults overlap the one that begins so long after it. */
export interface PlannedFault extends SingleFault {
  atMs: number;
  second?: SingleFault & { afterMs: number };
}

const warmUpMs = 5_000;
const longestMs = 20_000;

/**
 * Returns the faults of a run, one after the other or in overlapping pairs: the same for the same seed, backend and duration. The last one ends
 * 5 s before the load.
 */
export function planFaults(options: RigOptions): PlannedFault[] {
  const { seed, backend, seconds, isOverlapping, hasFaultyStarts } = options;
  const random = createRandom(seed);
  const kinds: readonly [FaultKind, ...FaultKind[]] = [
    ...common,
    ...(backend === 'redis' ? ofRedis : []),
    ...(hasFaultyStarts ? [...restarts, ...restarts, ...restarts] : []),
  ];
  const endMs = seconds * 1_000 - warmUpMs;
  // Short runs have short faults, so that they have several.
  const rangeMs = Math.min(longestMs, Math.max(2_000, (seconds * 1_000) / 12)) - 1_000;
  const faults: PlannedFault[] = [];
  for (let atMs = warmUpMs; ; ) {
    const kind = random.pick(kinds);
    const durationMs = Math.round(1_000 + random.next() ** 2 * rangeMs);
    const target = random.between(0, 1) as 0 | 1;
    const restMs = random.between(1_500, 5_000);
    if (atMs + durationMs * (isOverlapping ? 2 : 1) > endMs) return faults;
    const fault = { atMs, kind, target, durationMs };
    const second = isOverlapping ? planSecond(fault, kinds, backend, random) : undefined;
    faults.push(second ? { ...fault, second } : fault);
    atMs += Math.max(durationMs, second ? second.afterMs + second.durationMs : 0) + restMs;
  }
}

/** The subjects of a fault. The end of one fault would undo another one of the same. */
function subjectsOf(kind: FaultKind, backend: RigOptions['backend']): readonly string[] {
  if (kind === 'rolling-restart') return ['api', 'worker'];
  if (kind === 'empty-queue') return [backend];
  if (kind === 'provider-errors') return ['provider'];
  return kind.split('-').filter((word) => subjects.includes(word));
}
const subjects = ['api', 'worker', 'postgres', 'redis', 'provider', 'smtp'];

/** Returns a fault of something else that begins while this one lasts; it ends after twice the time at the latest. */
function planSecond(
  { kind, durationMs }: SingleFault,
  kinds: readonly FaultKind[],
  backend: RigOptions['backend'],
  random: Random,
): PlannedFault['second'] {
  const taken = subjectsOf(kind, backend);
  const others = kinds.filter(
    (other) => !subjectsOf(other, backend).some((subject) => taken.includes(subject)),
  );
  const [first, ...rest] = others;
  if (!first) return undefined;
  return {
    kind: random.pick([first, ...rest]),
    target: random.between(0, 1) as 0 | 1,
    durationMs,
    afterMs: Math.round(random.next() * durationMs),
  };
}
