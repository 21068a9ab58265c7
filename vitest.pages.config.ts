import { defineConfig } from 'vitest/config';
import { pages, reporters } from './tests/support/vitest/projects.ts';

/** `npm run test:pages`. */
export default defineConfig({
  test: {
    passWithNoTests: true,
    reporters,
    projects: [pages],
  },
});
