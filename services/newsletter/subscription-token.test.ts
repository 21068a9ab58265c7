import { randomBytes } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { readSubscriptionToken, signSubscriptionToken, type TokenPurpose } from './subscription-token.ts';

const config = { token: { secret: randomBytes(32), lifetimeMs: 1 } };
const other = { token: { secret: randomBytes(32), lifetimeMs: 1 } };
const issued = { subscriberId: crypto.randomUUID(), issuedAt: new Date('2026-05-01T10:00:00.123Z') };
const dayMs = 86_400_000;

afterEach(() => vi.useRealTimers());
const later = (ms: number) => vi.useFakeTimers({ now: issued.issuedAt.getTime() + ms, toFake: ['Date'] });

it.each<TokenPurpose>(['confirm', 'unsubscribe'])(
  '%s: says who and when, and nothing else',
  async (purpose) => {
    later(dayMs);
    const token = await signSubscriptionToken(purpose, issued, config);
    expect(await readSubscriptionToken(purpose, token, config)).toEqual(issued);
    expect(await signSubscriptionToken(purpose, issued, config)).toBe(token);
    expect(encodeURIComponent(token)).toBe(token);
  },
);

it('confirms within 7 days', async () => {
  const token = await signSubscriptionToken('confirm', issued, config);
  later(7 * dayMs - 2_000);
  expect(await readSubscriptionToken('confirm', token, config)).toEqual(issued);
  later(7 * dayMs + 2_000);
  expect(await readSubscriptionToken('confirm', token, config)).toBeUndefined();
});

it('unsubscribes without expiry', async () => {
  const token = await signSubscriptionToken('unsubscribe', issued, config);
  later(20 * 365 * dayMs);
  expect(await readSubscriptionToken('unsubscribe', token, config)).toEqual(issued);
});

it('is rejected for the other purpose, with another secret, modified or malformed', async () => {
  later(0);
  const token = await signSubscriptionToken('confirm', issued, config);
  expect(await readSubscriptionToken('unsubscribe', token, config)).toBeUndefined();
  expect(await readSubscriptionToken('confirm', token, other)).toBeUndefined();
  expect(await readSubscriptionToken('confirm', `${token.slice(0, -2)}AA`, config)).toBeUndefined();
  const [, payload = ''] = token.split('.');
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
  for (const made of [`${unsigned}.${payload}.`, '', 'x', 'a.b.c'])
    expect(await readSubscriptionToken('confirm', made, config)).toBeUndefined();
});
