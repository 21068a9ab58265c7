import { defineConfig } from 'vitest/config';
import { components } from './tests/support/vitest/components.config.ts';
import { api, journeys, queue, reporters, unit } from './tests/support/vitest/projects.ts';

/** `npm test`. */
export default defineConfig({
  test: {
    passWithNoTests: true,
    reporters,
    projects: [components, unit, api, journeys, queue],
  },
});
