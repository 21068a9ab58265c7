import { defineConfig } from 'vitest/config';
import { browsers, reporters } from './tests/support/vitest/projects.ts';

/** `npm run test:browsers`: one journey in the oldest and other browsers; some are downloaded first. */
export default defineConfig({
  test: {
    reporters,
    projects: [browsers],
  },
});
