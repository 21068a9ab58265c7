import { fileURLToPath } from 'node:url';
import type { TestProjectConfiguration, UserWorkspaceConfig } from 'vitest/config';
import { hourMs } from '#contracts/durations.ts';
import { brandDefinitions } from '#src/build/brand.ts';
import { nodeOptions } from '../product/process-warnings.ts';
import { testBrand } from '../product/test-brand.ts';
import { hangMs, longMs } from './limits.ts';
import { measureMaxWorkers } from './max-workers.ts';

const postgres = './tests/support/vitest/global-postgres.ts';
const builtPages = './tests/support/vitest/global-pages.ts';

const maxWorkers = await measureMaxWorkers();

// Files share a worker and its modules: loading the product's modules for each file took half of the processor time.
// Each file still starts its own product on its own database and ports. A test that changes a global restores it.
const isolate = false;

// Compiled modules are stored, for the workers and for the processes of the product that tests start (processEnv).
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));
const env = { NODE_COMPILE_CACHE: compileCache, NODE_OPTIONS: nodeOptions };

/** Of each run. */
export const reporters: string[] = [
  'default',
  './tests/support/vitest/run-summary.ts',
  './tests/support/vitest/run-limit.ts',
];

const testsOf = (suffix: string) => [`{services,workers,sandbox,tests}/**/*${suffix}`];

// Constants that the build of the pages defines.
const define = await brandDefinitions(testBrand);

const project = (name: string, test: NonNullable<UserWorkspaceConfig['test']>): TestProjectConfiguration => ({
  define,
  test: { name, testTimeout: hangMs, hookTimeout: hangMs, env, maxWorkers, ...test },
});

export const unit = project('unit', {
  include: ['{services,src,workers,sandbox,tests}/**/*.test.{ts,tsx}'],
  exclude: ['**/*.{db,queue,process}.test.ts', '**/*.component.test.tsx'],
  isolate,
});

export const api = project('api', {
  include: testsOf('.db.test.ts'),
  globalSetup: postgres,
  isolate,
});

export const journeys = project('journeys', {
  include: ['tests/journeys/**/*.journey.ts'],
  setupFiles: ['./tests/support/browser/save-failure-traces.ts'],
  globalSetup: [postgres, builtPages],
  isolate,
});

/** Audits of each page by itself and in its states, in a browser. */
export const pages = project('pages', {
  include: ['tests/pages/**/*.audit.ts'],
  setupFiles: ['./tests/support/browser/save-failure-traces.ts'],
  globalSetup: [postgres, builtPages],
  isolate,
});

/** Each script of each page, lost in turn. */
export const chunks = project('chunks', {
  include: ['tests/chunks/*.chunks.ts'],
  globalSetup: [postgres, builtPages],
  testTimeout: hourMs,
});

export const queue = project('queue', {
  include: testsOf('.queue.test.ts'),
  globalSetup: postgres,
  isolate,
});

/** Tests that start programs: processes of the product, commands, servers. They mostly wait, with both queue backends. */
export const processes = project('processes', {
  include: testsOf('.process.test.ts'),
  globalSetup: postgres,
  isolate,
});

/** One journey in other browsers than the newest Chromium, one after the other. */
export const browsers = project('browsers', {
  include: ['tests/browsers/**/*.browser.ts'],
  globalSetup: [postgres, builtPages],
  maxWorkers: 1,
});

/** Calls of the client to the local payment provider, which `npm run test:provider` compares with the provider's document. */
export const provider = project('provider', {
  include: ['tests/provider/*.provider.ts'],
  globalSetup: postgres,
});

/** Tests that kill processes of the product. */
export const faults = project('faults', {
  include: ['tests/faults/**/*.fault.ts'],
  globalSetup: [postgres, builtPages],
});

/** Random faults for 45 seconds on each backend, beside each other and nothing else. */
export const faultRuns = project('rig', {
  include: ['tests/faults/rig/**/*.rig.ts'],
  globalSetup: [builtPages],
  testTimeout: longMs,
  maxWorkers: 2,
  sequence: { groupOrder: 2 },
});
