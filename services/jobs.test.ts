import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jobName } from '#contracts/desk/desk-words.ts';
import { jobs } from './jobs.ts';

it('lists every job that a module defines, or it would never run', async () => {
  const paths = globSync('**/*.jobs.ts', { cwd: import.meta.dirname });
  const modules: object[] = await Promise.all(paths.map((path) => import(join(import.meta.dirname, path))));
  const defined = modules
    .flatMap((module) => Object.values(module))
    .filter((value) => value instanceof Object && 'queue' in value);
  expect(new Set(jobs)).toEqual(new Set(defined));
});

it('has a name in words for each job, which operators read at the desk', () => {
  const names = jobs.map(({ name }) => jobName(name));
  for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z ]+$/);
  expect(new Set(names).size).toBe(jobs.length);
});
