import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Variables that store a promise without `loadOnce`, each with what happens after a rejection (decision 098). */
const known = {
  'services/platform/async-calls.ts': 'removes a rejection',
  'services/queues/create-collector.ts': 'removes a rejection, and reads again after some time',
  'services/admin/doctor/queue-checks.ts': 'one run of a command',
  'services/catalogue/create-page-locals.ts': 'one request',
};

it('promises that are stored forget their rejection: use loadOnce', () => {
  const stored = globSync('{services,workers,sandbox,tools,src}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !path.includes('.test.'))
    .filter((path) => /^\s*let \w+: Promise<.*\| undefined;$/m.test(readFileSync(`${root}/${path}`, 'utf8')))
    .map((path) => path.replaceAll('\\', '/'));
  expect(stored.toSorted()).toEqual(Object.keys(known).toSorted());
});
