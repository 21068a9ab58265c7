import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const isTest = /\.test\.tsx?$/;

/** The defaults of a sandbox are the only place that knows the product's name (decision 110). */
it('names the product in the defaults of its settings alone', () => {
  const files = globSync('{services,workers,sandbox,src}/**/*.{ts,tsx,astro,css,sql}', { cwd: root });
  const naming = files.filter(
    (path) => !isTest.test(path) && readFileSync(join(root, path), 'utf8').includes('CourseLift'),
  );
  expect(naming).toEqual(['services/platform/brand/brand-settings.ts']);
});
