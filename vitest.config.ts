import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { components } from './tests/support/vitest/components.config.ts';
import { isStrict } from './tests/support/vitest/requirements.ts';
import SlowestFirst from './tests/support/vitest/slowest-first.ts';

const postgres = './tests/support/vitest/global-postgres.ts';
const pages = './tests/support/vitest/global-pages.ts';

// One more than two cores have: most tests wait now and then for a server, a browser or a timer.
const maxWorkers = Math.min(6, Math.max(3, availableParallelism()));

// Files share a worker and its modules: loading the product's modules for each file took half of the processor time.
// Each file still starts its own product on its own database and ports. A test that changes a global restores it.
const isolate = false;

// Compiled modules are stored, for the workers and for the processes of the product that tests start (processEnv).
const env = { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) };

// Two minutes of random faults for each backend, beside each other and nothing else: in strict runs only.
const faultRuns = {
  test: {
    name: 'rig',
    include: ['tests/faults/rig/**/*.rig.ts'],
    globalSetup: [pages],
    testTimeout: 420_000,
    env,
    maxWorkers: 2,
    sequence: { groupOrder: 3 },
  },
};

// Groups run one after the other (groupOrder). Tests of queues and faults mostly wait for retries, leases and processes that
// end; journeys use what they leave of the cores.
export default defineConfig({
  test: {
    passWithNoTests: true,
    reporters: ['default', './tests/support/vitest/run-summary.ts'],
    sequence: { sequencer: SlowestFirst },
    projects: [
      components,
      {
        test: {
          name: 'unit',
          include: ['{services,src,workers,sandbox,tests}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.{db,queue}.test.ts', '**/*.component.test.tsx'],
          // Password hashes are dear on purpose: sixty of them take a slow, busy machine more than the usual 5 s.
          testTimeout: 30_000,
          isolate,
          env,
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'api',
          include: ['{services,workers,sandbox,tests}/**/*.db.test.ts'],
          globalSetup: postgres,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate,
          env,
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.journey.ts'],
          setupFiles: ['./tests/support/browser/save-failure-traces.ts'],
          globalSetup: [postgres, pages],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          isolate,
          env,
          maxWorkers: maxWorkers + 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'queue',
          include: ['{services,workers,sandbox,tests}/**/*.queue.test.ts'],
          globalSetup: postgres,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate,
          env,
          maxWorkers: maxWorkers + 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.fault.ts'],
          globalSetup: [postgres, pages],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          env,
          maxWorkers: maxWorkers + 1,
          sequence: { groupOrder: 2 },
        },
      },
      ...(isStrict() ? [faultRuns] : []),
    ],
  },
});
