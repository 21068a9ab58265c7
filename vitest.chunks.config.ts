import { defineConfig } from 'vitest/config';
import { chunks } from './tests/support/vitest/projects.ts';

/** `npm run test:chunks`: prints a table, and takes half an hour. */
export default defineConfig({ test: { reporters: ['default'], projects: [chunks] } });
