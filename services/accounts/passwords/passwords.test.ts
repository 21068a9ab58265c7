import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it, vi } from 'vitest';
import { limits } from '#contracts/limits.ts';
import { HttpError } from '#services/platform/errors.ts';
import { testBrand } from '#tests/support/product/test-brand.ts';
import { hashPassword, rejectWeakPassword, verifyPassword } from './passwords.ts';

// Hashing is slow by design: fifty hashes take seconds on a small machine.
vi.setConfig({ testTimeout: 60_000 });

// ASVS 11.4.2
it('hashes with argon2id at the configured cost and a new salt each time', async () => {
  const [first, second] = await Promise.all([hashPassword('same words'), hashPassword('same words')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
});

// ASVS 6.2.8, 6.2.9
it.each(['correct horse', '🙂 emoji', 'nul\u0000inside', ' spaces count ', 'x'.repeat(1_024)])(
  'takes %j exactly as typed',
  async (password) => {
    const hash = await hashPassword(password);
    expect(await verifyPassword(hash, password)).toBe(true);
    expect(await verifyPassword(hash, `${password} `)).toBe(false);
    expect(await verifyPassword(hash, password.slice(0, -1))).toBe(false);
  },
);

// ASVS 6.2.8
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
    Array.from({ length: 20 }, () => verifyPassword(undefined, 'a guess', '192.0.2.1')),
  );
  // Two run at once and eight of one source are queued; the others are rejected.
  expect(tries.filter(({ status }) => status === 'rejected')).toHaveLength(10);
});

// ASVS 15.2.2
it('serves other sources while one sends more than it can queue', async () => {
  const flood = Array.from({ length: 40 }, () => hashPassword('crowd', '192.0.2.1').catch(() => {}));
  const people = Array.from({ length: 10 }, (_, person) => hashPassword('someone', `198.51.100.${person}`));
  expect((await Promise.all(people)).length).toBe(10);
  await Promise.all(flood);
});

const isRejected = async (password: string, brand = testBrand) => {
  try {
    await rejectWeakPassword(password, { email: 'ada@people.example', brand }, 'password');
    return false;
  } catch (error) {
    return error instanceof HttpError && error.status === 422;
  }
};

// ASVS 6.2.4, 6.2.12
it('over 10,000 passwords of leaks that are long enough are rejected, in any case of letters', async () => {
  const leaked = dictionary['passwords-common'].filter(({ length }) => length >= limits.passwordMinChars);
  expect(leaked.length).toBeGreaterThan(10_000);
  const areRejected = await Promise.all(leaked.map((password) => isRejected(password)));
  expect(leaked.filter((_password, index) => !areRejected[index])).toEqual([]);
  expect(await isRejected('PassWord123')).toBe(true);
});

it('the name of the brand is rejected, with any digits around it', async () => {
  const named = (name: string) => ({ ...testBrand, name });
  expect(await isRejected('CourseLift-2025!')).toBe(true);
  expect(await isRejected('CourseLift-2025!', named('Hope Line'))).toBe(false);
  expect(await isRejected('2 hope line 2', named('Hope Line'))).toBe(true);
  expect(await isRejected('8301947261', named('24/7'))).toBe(false);
});

// ASVS 6.2.5
it.each(['ada likes long walks', '8301947261', 'zzzzzyyyyyxx', 'только буквы'])(
  '“%s” is accepted',
  async (password) => {
    expect(await isRejected(password)).toBe(false);
  },
);
