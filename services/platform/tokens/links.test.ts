import { randomBytes } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { dayMs } from '#contracts/durations.ts';
import { links } from './links.ts';

const publicUrl = 'https://lift.example';
const config = { publicUrl, token: { secret: randomBytes(32) } };
const other = { token: { secret: randomBytes(32) } };
const claims = { sub: crypto.randomUUID() };
const issuedAt = new Date('2026-05-01T10:00:00.123Z');

afterEach(() => vi.useRealTimers());
const later = (ms: number) => vi.useFakeTimers({ now: issuedAt.getTime() + ms, toFake: ['Date'] });

it.each(['subscribe', 'unsubscribe'] as const)('%s: says who and when, and nothing else', async (name) => {
  later(dayMs);
  const { page, sign, url, verify } = links[name];
  const token = await sign(claims, config, issuedAt);
  const expiresAt = name === 'subscribe' ? new Date('2026-05-08T10:00:00Z') : undefined;
  expect(await verify(token, config)).toEqual({ ...claims, issuedAt, expiresAt });
  expect(await sign(claims, config, issuedAt)).toBe(token);
  expect(await url(claims, config, issuedAt)).toBe(`${publicUrl}${page}?token=${token}`);
  expect(encodeURIComponent(token)).toBe(token);
});

it('subscribes within 7 days', async () => {
  const { sign, verify } = links.subscribe;
  const token = await sign(claims, config, issuedAt);
  later(7 * dayMs - 2_000);
  expect(await verify(token, config)).toMatchObject(claims);
  later(7 * dayMs + 2_000);
  expect(await verify(token, config)).toBeUndefined();
});

it('a link with a lifetime is valid from now on unless it says from when', async () => {
  later(0);
  const token = await links.subscribe.sign(claims, config);
  later(7 * dayMs + 2_000);
  expect(await links.subscribe.verify(token, config)).toBeUndefined();
});

it('unsubscribes without expiry', async () => {
  const token = await links.unsubscribe.sign(claims, config, issuedAt);
  later(20 * 365 * dayMs);
  expect(await links.unsubscribe.verify(token, config)).toMatchObject({ ...claims, issuedAt });
});

it('is rejected for another purpose, with another secret, modified or malformed', async () => {
  later(0);
  const { sign, verify } = links.subscribe;
  const token = await sign(claims, config, issuedAt);
  expect(await links.unsubscribe.verify(token, config)).toBeUndefined();
  expect(await verify(token, other)).toBeUndefined();
  expect(await verify(`${token.slice(0, -2)}AA`, config)).toBeUndefined();
  const [, payload = ''] = token.split('.');
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
  for (const forged of [`${unsigned}.${payload}.`, '', 'x', 'a.b.c'])
    expect(await verify(forged, config)).toBeUndefined();
});
