import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, longest first. Without results of an earlier run, as in the CI, Vitest starts with the
 * largest files instead, and waits in the end for one slow file while the other workers are idle.
 */
export const slowest: readonly string[] = [
  'tests/journeys/public-pages.journey.ts',
  'tests/faults/start.fault.ts',
  'workers/runtime/run-worker-process-redis.queue.test.ts',
  'workers/runtime/run-worker-process-postgres.queue.test.ts',
  'workers/runtime/outages-redis.queue.test.ts',
  'tests/faults/killed-returns.fault.ts',
  'tests/journeys/sponsor-pay.journey.ts',
  'workers/runtime/outages-postgres.queue.test.ts',
];

/** Starts the slowest files of each group first. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort(
      (a, b) =>
        a.project.config.sequence.groupOrder - b.project.config.sequence.groupOrder || rankOf(a) - rankOf(b),
    );
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = slowest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return rank < 0 ? slowest.length : rank;
}
