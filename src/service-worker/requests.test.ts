import { expect, it } from 'vitest';
import { kindOf } from './requests.ts';

const origin = 'https://learn.example';
const kind = (path: string, overrides: { method?: string; mode?: string; range?: string } = {}) => {
  const { method = 'GET', mode = 'no-cors', range } = overrides;
  const headers = new Headers(range ? { range } : {});
  return kindOf({ url: new URL(path, origin).href, method, mode, headers }, origin, ['/favicon.svg']);
};
const navigation = { mode: 'navigate' };

it.each([
  ['/dashboard', navigation, 'page'],
  ['/?from=mail', navigation, 'page'],
  ['/api-guide', navigation, 'page'],
  ['/opsgenie', navigation, 'page'],
  ['/_astro/react.1.js', {}, 'asset'],
  ['/drawings/sprite.1.svg', {}, 'asset'],
  ['/favicon.svg', {}, 'asset'],
  ['/page-session', { method: 'DELETE' }, 'end'],
])('it handles %s', (path, request, expected) => {
  expect(kind(path, request)).toBe(expected);
});

it.each([
  ['/api/dashboard', {}],
  ['/api/dashboard/changes', {}],
  ['/api/user/google/return?code=1', navigation],
  ['/api', navigation],
  ['/ops', navigation],
  ['/ops/case?id=1', navigation],
  ['/ops/queues', {}],
  ['/health/ready', {}],
  ['/.well-known/security.txt', navigation],
  ['/service-worker.js', {}],
  ['/dashboard', { ...navigation, method: 'POST' }],
  ['/dashboard', { ...navigation, method: 'HEAD' }],
  ['/_astro/react.1.js', { range: 'bytes=0-1' }],
  ['/dashboard', { ...navigation, range: 'bytes=0-1' }],
  ['/icons/icon-192.png', {}],
  ['/licences.txt', {}],
  ['https://lh3.googleusercontent.com/_astro/picture.js', {}],
  ['https://other.example/dashboard', navigation],
])('it leaves %s alone', (path, request) => {
  expect(kind(path, request)).toBeUndefined();
});
