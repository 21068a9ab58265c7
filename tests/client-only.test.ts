import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Why the island of a page outside of the desk is rendered in the browser alone. */
const reasons = {
  'complete-profile.astro': 'whom it is about is stored in the browser alone (decision 147)',
};

it('is for the islands that have a reason for it alone', () => {
  const folder = new URL('../src/pages/', import.meta.url).pathname;
  const pages = globSync('**/*.astro', { cwd: folder })
    .filter((path) => !path.startsWith('ops/'))
    .filter((path) => readFileSync(`${folder}${path}`, 'utf8').includes('client:only'));
  expect(pages.sort()).toEqual(Object.keys(reasons));
});
