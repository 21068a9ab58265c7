import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { leaveOutUnusedQueries, replacedParts } from './leave-out-unused.ts';
import * as infinite from './no-infinite-queries.ts';
import { MutationCache } from './no-mutations.ts';
import * as suspense from './no-suspense.ts';

const libraries = join(import.meta.dirname, '../../../node_modules/@tanstack');
const library = join(libraries, 'query-core/build/modern');
const hook = join(libraries, 'react-query/build/modern/useBaseQuery.js');
const read = (file: string) => readFileSync(join(library, file), 'utf8');

it('the library still imports the replaced parts by these names', () => {
  const text = [...['queryClient.js', 'query.js'].map(read), readFileSync(hook, 'utf8')].join();
  for (const part of Object.keys(replacedParts)) expect(text).toContain(`from "${part}"`);
});

it('has everything that the library calls of the cache of mutations', () => {
  const called = [...read('queryClient.js').matchAll(/#mutationCache\.(\w+)\(/g)].map(
    ([, name]) => name ?? '',
  );
  expect(called.length).toBeGreaterThan(1);
  const cache = new MutationCache();
  for (const name of called) expect(cache).toHaveProperty(name);
});

it('has every function that the library imports of infinite queries', () => {
  const imports = ['query.js', 'infiniteQueryObserver.js']
    .map(read)
    .join()
    .matchAll(/import \{([^}]+)\} from "\.\/infiniteQueryBehavior\.js"/g);
  const names = [...imports].flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  for (const name of names) expect(infinite).toHaveProperty(name);
});

it('has every function that the hook imports of suspense and error boundaries', () => {
  const imports = readFileSync(hook, 'utf8').matchAll(
    /import \{([^}]+)\} from "\.\/(?:suspense|errorBoundaryUtils)\.js"/g,
  );
  const names = [...imports].flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  expect(names.length).toBeGreaterThan(4);
  for (const name of names) expect(suspense).toHaveProperty(name);
});

it('replaces them for the library only', () => {
  const { resolveId } = leaveOutUnusedQueries();
  expect(resolveId('./mutationCache.js', join(library, 'queryClient.js'))).toMatch(/no-mutations\.ts$/);
  expect(resolveId('./suspense.js', hook)).toMatch(/no-suspense\.ts$/);
  expect(resolveId('./suspense.js', hook.replace('useBaseQuery', 'useSuspenseQuery'))).toBeUndefined();
  expect(resolveId('./mutationCache.js', '/src/a.ts')).toBeUndefined();
  expect(resolveId('./query.js', join(library, 'queryClient.js'))).toBeUndefined();
});
