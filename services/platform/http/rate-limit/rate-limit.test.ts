import type { Request } from 'express';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgotPassword } from '#contracts/accounts/recovery.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { createRateLimiter } from './rate-limit.ts';
import { openRateLimitStore } from './rate-limit-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const store = await openRateLimitStore({ redisUrl: undefined }, pino({ level: 'silent' }));

function attempts(findKnownDevice: (cookies: string | undefined) => string | undefined = () => undefined) {
  const limit = createRateLimiter(store, 1, findKnownDevice, (key) => key);
  const email = `${crypto.randomUUID()}@people.example`;
  /** Returns the seconds of Retry-After, or 0 when the attempt is accepted. */
  return async (ip: string, cookie?: string): Promise<number> => {
    const req = { ip, headers: { cookie } } as unknown as Request;
    const used = limit(signIn, { req, caller: undefined, body: { email } });
    return used.then(
      () => 0,
      (error: { retryAfterS: number }) => error.retryAfterS,
    );
  };
}

/** Calls `count` times in sequence; `call` gets its number, from 1. */
async function times(count: number, call: (turn: number) => Promise<number>): Promise<number[]> {
  const waits: number[] = [];
  for (let turn = 1; turn <= count; turn += 1) waits.push(await call(turn));
  return waits;
}

// ASVS 6.3.1
it('doubles the wait each time that the limit is exceeded within a day', async () => {
  const attempt = attempts();
  const from = () => attempt('203.0.113.1');
  expect(await times(6, from)).toEqual([0, 0, 0, 0, 0, 900]);
  vi.advanceTimersByTime(900_001);
  expect(await times(6, from)).toEqual([0, 0, 0, 0, 0, 1_800]);
  vi.advanceTimersByTime(900_001);
  expect(await from()).toBeGreaterThan(0);
  vi.advanceTimersByTime(900_001);
  expect(await times(6, from)).toEqual([0, 0, 0, 0, 0, 3_600]);
});

it('allows 50 attempts an hour at one account from all addresses together', async () => {
  const attempt = attempts();
  const waits = await times(300, (turn) => attempt(`198.51.${turn >> 8}.${turn & 255}`));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(50);
});

// ASVS 6.3.1
it('allows 30 failed sign-ins of one address and 120 of its network, whatever the account', async () => {
  const limit = createRateLimiter(
    store,
    1,
    () => undefined,
    (key) => key,
  );
  const guess = async (ip: string) => {
    const body = { email: `${crypto.randomUUID()}@people.example` };
    const used = limit(signIn, { req: { ip, headers: {} } as unknown as Request, caller: undefined, body });
    return used.then(
      () => 0,
      (error: { retryAfterS: number }) => error.retryAfterS,
    );
  };
  const accepted = (waits: number[]) => waits.filter((wait) => wait === 0).length;
  expect(accepted(await times(300, () => guess('192.0.2.1')))).toBe(30);
  const others = await times(300, (turn) => guess(`192.0.2.${2 + (turn % 100)}`));
  expect(accepted(others)).toBe(90);
  expect(await guess('192.0.3.1')).toBe(0);
  const ipv6 = await times(200, (turn) => guess(`2001:db8:1:${turn.toString(16)}00::1`));
  expect(accepted(ipv6)).toBe(120);
});

it('does not count successful sign-ins of an address', async () => {
  const limit = createRateLimiter(
    store,
    1,
    () => undefined,
    (key) => key,
  );
  for (let person = 0; person < 300; person += 1) {
    const req = { ip: '192.0.4.1', headers: {} } as unknown as Request;
    const body = { email: `${person}@school.example` };
    await (await limit(signIn, { req, caller: undefined, body })).succeeded();
  }
});

// ASVS 6.3.1
it('does not limit a known device by the attempts of other devices', async () => {
  const attempt = attempts((cookies) => cookies);
  await times(300, (turn) => attempt(`198.51.100.${turn & 255}`));
  expect(await attempt('198.51.100.7', 'my-own-device')).toBe(0);
});

// ASVS 2.4.1
it('allows 5 forgotten passwords an hour of one address and 20 of its network, whatever the account', async () => {
  const limit = createRateLimiter(
    store,
    1,
    () => undefined,
    (key) => key,
  );
  const forget = async (ip: string, email = `${crypto.randomUUID()}@people.example`) => {
    const req = { ip, headers: {} } as unknown as Request;
    return limit(forgotPassword, { req, caller: undefined, body: { email } }).then(
      () => 0,
      (error: { retryAfterS: number }) => error.retryAfterS,
    );
  };
  const accepted = (waits: number[]) => waits.filter((wait) => wait === 0).length;
  expect(await times(7, () => forget('192.0.5.1'))).toEqual([0, 0, 0, 0, 0, 3_600, 3_600]);
  expect(accepted(await times(300, (turn) => forget(`192.0.5.${2 + (turn % 100)}`)))).toBe(15);
  // Attempts that an address has left do not count against the account that it names.
  const email = 'owner@people.example';
  await times(20, () => forget('192.0.5.1', email));
  expect(await times(6, (turn) => forget(`198.18.${turn}.1`, email))).toEqual([0, 0, 0, 0, 0, 3_600]);
  vi.advanceTimersByTime(3_600_001);
  expect(await forget('192.0.5.1', email)).toBe(0);
});
