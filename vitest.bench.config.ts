import { defineConfig } from 'vitest/config';

// Apart from the tests: what measures time has the machine to itself, and runs when asked (npm run bench -- NAME).
export default defineConfig({
  test: {
    include: ['tests/bench/checks/*.bench.ts'],
    globalSetup: './tests/support/vitest/global-postgres.ts',
    testTimeout: 600_000,
    maxWorkers: 1,
    fileParallelism: false,
  },
});
