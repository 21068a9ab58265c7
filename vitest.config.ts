import { defineConfig } from 'vitest/config';
import { components } from './tests/support/vitest/components.config.ts';
import { api, journeys, queue, unit } from './tests/support/vitest/projects.ts';

/**
 * `npm test`. Groups run one after the other (groupOrder). Tests of queues mostly wait for retries and leases; journeys use what they
 * leave of the cores.
 */
export default defineConfig({
  test: {
    passWithNoTests: true,
    reporters: ['default', './tests/support/vitest/run-summary.ts', './tests/support/vitest/run-limit.ts'],
    projects: [components, unit, api, journeys, queue],
  },
});
