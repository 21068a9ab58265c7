import { defineConfig } from 'vitest/config';
import { faultRuns, faults, processes, reporters } from './tests/support/vitest/projects.ts';
import { isStrict } from './tests/support/vitest/requirements.ts';

/** `npm run test:processes`; the fault runs, which take a minute, belong to strict runs. */
export default defineConfig({
  test: {
    passWithNoTests: true,
    reporters,
    projects: [processes, faults, ...(isStrict() ? [faultRuns] : [])],
  },
});
