import { defineConfig } from 'vitest/config';
import { browsers } from './tests/support/vitest/projects.ts';

/** `npm run test:browsers`: one journey in the oldest and other browsers; some are downloaded first. */
export default defineConfig({
  test: {
    reporters: ['default', './tests/support/vitest/run-summary.ts', './tests/support/vitest/run-limit.ts'],
    projects: [browsers],
  },
});
