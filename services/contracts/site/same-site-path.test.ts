import { expect, it } from 'vitest';
import { sameSitePath } from './same-site-path.ts';

const here = 'https://courselift.example';

it.each([
  ['/dashboard', '/dashboard'],
  ['/help-learner?search=a b&page=2#top', '/help-learner?search=a%20b&page=2#top'],
  ['/', '/'],
  ['/a/../help', '/help'],
  ['/ops/case?id=1', '/ops/case?id=1'],
])('accepts %s', (text, path) => {
  expect(sameSitePath(text, here)).toBe(path);
});

// ASVS 3.7.2
it.each([
  undefined,
  null,
  7,
  ['/dashboard'],
  '',
  'dashboard',
  'https://courselift.example/dashboard',
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\\/evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  '/api/user/logout',
  '/API/user/logout',
  '/x/../api/user/auth/google/start',
  `/${'x'.repeat(1_000)}`,
])('rejects %j', (text) => {
  expect(sameSitePath(text, here)).toBeUndefined();
});
