import { createVitest, type TestModule } from 'vitest/node';
import { findChromium } from '../support/vitest/requirements.ts';

// A process of run.ts in a scratch copy: keeps one Vitest, with its database and transformed modules, for all runs. Workers are new
// in each run.

/** Asks a lane to run test files, after files have changed. Paths are absolute. */
export interface LaneRequest {
  changed: string[];
  tests: string[];
}

/** A run's result. */
export interface LaneResult {
  /** Names of tests that failed. */
  failed: string[];
  /** Errors outside of tests: of imports, hooks and the run. */
  errors: string[];
}

const openVitest = () =>
  createVitest({
    watch: false,
    bail: 1,
    maxWorkers: 2,
    // The name of a browser project selects its instances, such as 'components (chromium)'.
    project: ['unit', 'api', 'queue', 'components'],
    reporters: [{}],
  });
let vitest = await openVitest();

process.on('message', async (request: LaneRequest) => process.send?.(await run(request)));
process.on('disconnect', async () => {
  await vitest.close();
  process.exit();
});
// A terminal signals the whole group; run.ts disconnects.
process.on('SIGINT', () => {});

async function run({ changed, tests }: LaneRequest): Promise<LaneResult> {
  for (const file of changed) vitest.invalidateFile(file);
  if (changed.some((file) => file.endsWith('.sql'))) {
    // The migrations are applied once, when the database starts.
    await vitest.close();
    vitest = await openVitest();
  }
  const specifications = (await vitest.globTestSpecifications(tests)).filter(({ moduleId }) =>
    tests.includes(moduleId),
  );
  const missing = tests.filter((file) => !specifications.some(({ moduleId }) => moduleId === file));
  if (missing.length > 0) return { failed: [], errors: missing.map(whyNotRun) };
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const modules = specifications.flatMap(({ testModule }) => testModule ?? []);
  return {
    failed: modules.flatMap(failedTests),
    errors: [...modules.flatMap(errorsOutsideTests), ...unhandledErrors.map(messageOf)],
  };
}

// Without Chromium the component tests have no project.
const whyNotRun = (file: string) =>
  `${file}: ${(file.endsWith('.component.test.tsx') && findChromium().missing) || 'not a test file of these projects'}`;

const failedTests = (module: TestModule) =>
  [...module.children.allTests('failed')].map(
    (test) =>
      `${module.relativeModuleId} > ${test.fullName}: ${test.result().errors?.map(messageOf).join('; ')}`,
  );

const errorsOutsideTests = (module: TestModule) =>
  [module, ...module.children.allSuites()]
    .flatMap((task) => task.errors())
    .map((error) => `${module.relativeModuleId}: ${messageOf(error)}`);

const messageOf = (error: unknown) =>
  error && typeof error === 'object' && 'message' in error ? String(error.message) : String(error);
