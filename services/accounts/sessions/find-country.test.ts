import { expect, it } from 'vitest';
import { findCountry } from './find-country.ts';

it.each([
  ['105.112.0.1', 'NG'],
  ['196.201.212.1', 'KE'],
  ['154.160.0.1', 'GH'],
  ['80.128.0.1', 'DE'],
  // The first range of the table, and its last one.
  ['1.0.0.0', 'AU'],
  ['223.255.255.255', 'AU'],
  ['2003::/56', 'DE'],
  ['2405:200::1', 'IN'],
])('%s is in %s', async (ip, country) => {
  expect(await findCountry(ip)).toBe(country);
});

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  'fe80::1',
  'ffff::1',
  '',
  'x',
  '1:2:3',
])('%s has no country', async (ip) => {
  expect(await findCountry(ip)).toBeNull();
});
