import { expect, it } from 'vitest';
import { canCheck } from './check-link.ts';

const hosts = ['coursera.org', 'local.example:8080'];

// ASVS 1.3.6, 13.2.4
it.each([
  ['https://coursera.org/learn/x', true],
  ['https://www.coursera.org/learn/x', true],
  ['http://local.example:8080/x', true],
  ['https://notcoursera.org/', false],
  ['https://coursera.org.evil.example/', false],
  ['https://coursera.org@evil.example/', false],
  ['https://coursera.org:8443/', false],
  ['http://local.example/x', false],
  ['ftp://coursera.org/', false],
  ['http://169.254.169.254/', false],
  ['no link', false],
])('%s: %s', (url, expected) => {
  expect(canCheck(url, hosts)).toBe(expected);
});

// ASVS 13.2.4, 13.2.5
it('checks nothing without a list', () => {
  expect(canCheck('https://coursera.org/', [])).toBe(false);
});
