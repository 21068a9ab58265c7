import { defineConfig } from 'vitest/config';
import { faultRuns, faults, processes } from './tests/support/vitest/projects.ts';
import { isStrict } from './tests/support/vitest/requirements.ts';

/** `npm run test:processes`; the fault runs, which take two minutes, belong to strict runs. */
export default defineConfig({
  test: {
    passWithNoTests: true,
    reporters: ['default', './tests/support/vitest/run-summary.ts', './tests/support/vitest/run-limit.ts'],
    projects: [processes, faults, ...(isStrict() ? [faultRuns] : [])],
  },
});
