import { defineConfig } from 'vitest/config';
import { provider } from './tests/support/vitest/projects.ts';

/** Of `npm run test:provider`, which compares what these tests make the client and the local provider say. */
export default defineConfig({ test: { reporters: ['default'], projects: [provider] } });
