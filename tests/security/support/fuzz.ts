import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type TestContext, test } from 'vitest';
import { isFull, sampleSeed } from '#tests/support/vitest/extent.ts';

/** Where fast-check found that a property does not hold, as it printed it. */
interface StoredSeed {
  seed: number;
  path: string;
}

const file = new URL('./fuzz-seeds.json', import.meta.url);
const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, StoredSeed[]>;

/**
 * Defines a test of a property over generated values: first those that once broke it (`fuzz-seeds.json`), then new ones of
 * the fixed seed. `predicate` throws or returns false where the property does not hold.
 */
export function property<Value>(
  name: string,
  values: fc.Arbitrary<Value>,
  // biome-ignore lint/suspicious/noConfusingVoidType: the type of fast-check's own predicates.
  predicate: (value: Value) => boolean | void | Promise<boolean | void>,
  runs = 2_000,
): void {
  test(name, async ({ task }: TestContext) => {
    const holds = fc.asyncProperty(values, async (value) => predicate(value));
    const numRuns = isFull ? runs : Math.ceil(runs / 20);
    const starts = [...(stored[name] ?? []), { seed: Number(sampleSeed) }];
    task.meta.security = {
      kind: 'fuzzing',
      cases: numRuns + starts.length - 1,
      deviations: 0,
      serverErrors: 0,
      canaries: 0,
    };
    for (const start of starts) {
      const result = await fc.check(holds, { ...start, numRuns: 'path' in start ? 1 : numRuns });
      if (!result.failed) continue;
      task.meta.security.deviations += 1;
      throw new Error(
        `Add {"seed":${result.seed},"path":"${result.counterexamplePath}"} to fuzz-seeds.json under this name. ${await fc.defaultReportMessage(result)}`,
        { cause: result.errorInstance },
      );
    }
  });
}
