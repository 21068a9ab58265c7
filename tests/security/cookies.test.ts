import { expect, it } from 'vitest';
import { googleStateCookie } from '#services/accounts/google/google-state.ts';
import { findKnownDevice, knownDeviceCookie } from '#services/accounts/sessions/devices.ts';
import { clearedOperatorCookie } from '#services/desk/operators/operator-session.ts';

const token = { secret: Buffer.alloc(32, 1) };
const config = { publicUrl: 'https://learn.example', isSandbox: false, token } as never;
const address = 'ada@people.example';

// ASVS 3.3.1, 3.3.2, 3.3.3, 3.3.4
it.each([
  ['a known device', () => knownDeviceCookie(address, config)],
  ['a known device of an operator', () => knownDeviceCookie(address, config, 'operator')],
  ['the desk', () => clearedOperatorCookie(config)],
])('the cookie of %s is for https, this very host and no script', (_, make) => {
  const [pair, ...attributes] = make().split('; ');
  expect(pair).toMatch(/^__Host-courselift-[\w-]+=/);
  expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Strict', 'Secure']));
  expect(attributes.some((attribute) => attribute.startsWith('Domain'))).toBe(false);
});

// ASVS 3.3.1, 3.3.2, 3.3.3, 3.3.4
it('the cookie of a visit to Google is for https, this very host and no script', () => {
  expect(googleStateCookie(config)).toMatchObject({
    name: expect.stringMatching(/^__Host-/),
    options: { httpOnly: true, sameSite: 'lax', secure: true, path: '/' },
  });
});

it('a device is known by its cookie, also by one with the name of an earlier version', () => {
  const [pair = ''] = knownDeviceCookie(address, config).split(';');
  for (const cookie of [pair, pair.replace('__Host-', '')])
    expect(findKnownDevice(`other=1; ${cookie}`, address, config)).toEqual(expect.any(String));
  expect(findKnownDevice(pair, 'ben@people.example', config)).toBeUndefined();
});
