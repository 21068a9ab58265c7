import { expect, it, vi } from 'vitest';
import type { HttpError } from '#services/platform/errors.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

// Hashing is slow by design: fifty hashes take seconds on a small machine.
vi.setConfig({ testTimeout: 60_000 });

it('hashes with argon2id at the configured cost and a new salt each time', async () => {
  const [first, second] = await Promise.all([hashPassword('same words'), hashPassword('same words')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
});

it.each(['correct horse', '🙂 emoji', 'nul\u0000inside', ' spaces count ', 'x'.repeat(1_024)])(
  'takes %j exactly as typed',
  async (password) => {
    const hash = await hashPassword(password);
    expect(await verifyPassword(hash, password)).toBe(true);
    expect(await verifyPassword(hash, `${password} `)).toBe(false);
    expect(await verifyPassword(hash, password.slice(0, -1))).toBe(false);
  },
);

it('distinguishes composed and decomposed letters', async () => {
  const hash = await hashPassword('caf\u00e9 caf\u00e9');
  expect(await verifyPassword(hash, 'cafe\u0301 cafe\u0301')).toBe(false);
});

it('matches no password without a hash', async () => {
  expect(await verifyPassword(undefined, 'anything')).toBe(false);
  expect(await verifyPassword(null, '')).toBe(false);
});

it('verifies against a dummy hash without a hash, so that timing reveals nothing', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: 60 }, () => verifyPassword(undefined, 'a guess')),
  );
  // Two run at once and fifty are queued; the others are rejected.
  expect(tries.filter(({ status }) => status === 'rejected')).toHaveLength(8);
});

it('queues up to the limit and rejects the others with a retry time', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('crowd')));
  const rejected = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as HttpError] : []));
  expect(rejected).toHaveLength(8);
  for (const error of rejected) expect(error).toMatchObject({ status: 503, retryAfterS: 2 });
  expect(await verifyPassword(await hashPassword('after'), 'after')).toBe(true);
});
