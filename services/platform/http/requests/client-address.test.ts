import { expect, it } from 'vitest';
import { addressOf } from './client-address.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
  ['2001:db8:1:200::2', '2001:db8:1:200::/56'],
  [undefined, ''],
])('counts %s as %s', (ip, address) => {
  expect(addressOf({ ip })).toBe(address);
});
