import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findMissing } from '../tools/complete-lockfile.ts';

it('the lockfile names the optional packages of every platform, so that npm ci takes it (npm run lock:complete)', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  expect(Object.keys(findMissing(packages))).toEqual([]);
});

it('finds a package beside or above the one that requires it', () => {
  const wants = { optionalDependencies: { 'x-linux-arm64-musl': '^1.2.0' } };
  expect(
    findMissing({ 'node_modules/a/node_modules/b': wants, 'node_modules/x-linux-arm64-musl': {} }),
  ).toEqual({});
  expect(
    findMissing({
      'node_modules/a/node_modules/b': wants,
      'node_modules/c/node_modules/x-linux-arm64-musl': {},
    }),
  ).toEqual({
    'node_modules/x-linux-arm64-musl': {
      version: '1.2.0',
      cpu: ['arm64'],
      optional: true,
      os: ['linux'],
      libc: ['musl'],
    },
  });
});
