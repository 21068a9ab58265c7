import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Runs describe-product.describe.ts alone; see run.ts. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/compare/*.describe.ts'],
    globalSetup: './tests/support/vitest/global-postgres.ts',
    testTimeout: 300_000,
  },
});
