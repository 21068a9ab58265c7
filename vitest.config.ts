import { defineConfig } from 'vitest/config';
import { components } from './tests/support/vitest/components.config.ts';
import { api, journeys, queue, unit } from './tests/support/vitest/projects.ts';

/** `npm test`. */
export default defineConfig({
  test: {
    passWithNoTests: true,
    reporters: ['default', './tests/support/vitest/run-summary.ts', './tests/support/vitest/run-limit.ts'],
    projects: [components, unit, api, journeys, queue],
  },
});
