import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mutate } from './mutation.ts';
import { readAreas } from './read-areas.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe.each(await readAreas())('$name', ({ mutations }) => {
  it('has at least 10 changes, each of its own rule', () => {
    expect(mutations.length).toBeGreaterThanOrEqual(10);
    expect(new Set(mutations.map(({ rule }) => rule)).size).toBe(mutations.length);
  });

  it.each(mutations)('$rule', (mutation) => {
    const changed = mutate(readFileSync(join(root, mutation.file), 'utf8'), mutation);
    if (mutation.file.endsWith('.ts')) expect(() => stripTypeScriptTypes(changed)).not.toThrow();
    expect(mutation.rule).toMatch(/^[A-Z].*\.$/);
    expect(mutation.tests.length).toBeGreaterThan(0);
    expect(mutation.tests.filter((file) => !isTest(file))).toEqual([]);
  });
});

/** Returns whether a file belongs to one of the projects that `npm run test:mutations` runs. */
const isTest = (file: string) =>
  /\.test\.tsx?$/.test(file) && !/\.(process|component)\.test\./.test(file) && existsSync(join(root, file));

it('rejects a text that is absent or occurs twice', () => {
  const mutation = { rule: 'A rule.', file: 'a.ts', replace: 'c', tests: [] };
  expect(mutate('a b', { ...mutation, find: 'b' })).toBe('a c');
  expect(() => mutate('a b', { ...mutation, find: 'd' })).toThrow('"d" occurs 0 times in a.ts');
  expect(() => mutate('b b', { ...mutation, find: 'b' })).toThrow('"b" occurs 2 times in a.ts');
});
