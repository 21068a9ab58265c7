import { expect, type TestContext } from 'vitest';
import { inBatches } from '#tests/support/in-batches.ts';
import type { SecurityCount } from '#tests/support/security-cases.ts';

/** The result of one case. */
export interface CaseResult {
  /** The difference from what must be; undefined without one. */
  deviation?: string | undefined;
  status?: number;
  canaries?: number;
}

/**
 * Runs generated cases, `atOnce` at a time, reports their number for the summary of the run, and fails with every deviation at
 * once.
 */
export async function runCases<Case>(
  { task }: Pick<TestContext, 'task'>,
  kind: string,
  cases: readonly Case[],
  run: (item: Case) => Promise<CaseResult>,
  atOnce = 8,
): Promise<void> {
  const results = await inBatches(cases, atOnce, run);
  const deviations = results.flatMap(({ deviation }) => (deviation === undefined ? [] : [deviation]));
  const count: SecurityCount = {
    kind,
    cases: cases.length,
    deviations: deviations.length,
    serverErrors: results.filter(({ status = 0 }) => status >= 500).length,
    canaries: results.reduce((sum, { canaries = 0 }) => sum + canaries, 0),
  };
  task.meta.security = count;
  expect(deviations).toEqual([]);
}
