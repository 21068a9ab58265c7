import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const postgres = './tests/support/global-postgres.ts';

// One more than two cores have: most tests wait now and then for a server, a browser or a timer.
const maxWorkers = Math.min(6, Math.max(3, availableParallelism()));

// Files share a worker and its modules: loading the product's modules for each file took half of the processor time.
// Each file still starts its own product on its own database and ports. A test that changes a global restores it.
const isolate = false;

// Groups run one after the other (groupOrder). Tests of queues mostly wait for retries and leases, so they share the
// cores with journeys. Faults come last and alone: they kill processes and rebuild the pages for another address.
export default defineConfig({
  test: {
    passWithNoTests: true,
    reporters: ['default', './tests/support/run-summary.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{services,src,workers,sandbox,tests}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.{db,queue}.test.ts'],
          // Password hashes are dear on purpose: sixty of them take a slow, busy machine more than the usual 5 s.
          testTimeout: 30_000,
          isolate,
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
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.journey.ts'],
          setupFiles: ['./tests/support/save-failure-traces.ts'],
          globalSetup: [postgres, './tests/support/global-pages.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers,
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
          maxWorkers,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.fault.ts'],
          globalSetup: postgres,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
