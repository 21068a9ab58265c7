import { expect, it } from 'vitest';
import { dayMs } from '#contracts/durations.ts';
import { googleStateCookie } from '#services/accounts/google/google-state.ts';
import { findKnownDevice, knownDeviceCookie } from '#services/accounts/sessions/devices.ts';
import { clearedPageCookie, pageCookieOf } from '#services/accounts/sessions/page-session.ts';
import { clearedOperatorCookie } from '#services/desk/operators/operator-session.ts';

const token = { secret: Buffer.alloc(32, 1), lifetimeMs: dayMs };
const oneId = '5f0c2a52-6f0e-4a0e-9a53-0b4f2a4a7c11';
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

// Lax, because a link in a mail opens a page with its content.
// ASVS 3.3.1, 3.3.2, 3.3.3, 3.3.4
it.each([
  ['as it is removed', () => clearedPageCookie(config)],
  ['of a session that is kept', () => pageCookieOf(oneId, true, config)],
  ['of a session that ends with the browser', () => pageCookieOf(oneId, false, config)],
])('the page cookie %s is for https, this very host and no script', async (_, make) => {
  const [pair, ...attributes] = (await make()).split('; ');
  expect(pair).toMatch(/^__Host-courselift-page=/);
  expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']));
  expect(attributes.some((attribute) => attribute.startsWith('Domain'))).toBe(false);
});

it('the page cookie ends with the browser unless the session is kept', async () => {
  expect(await pageCookieOf(oneId, true, config)).toContain('; Max-Age=86400;');
  expect(await pageCookieOf(oneId, false, config)).not.toContain('Max-Age');
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
