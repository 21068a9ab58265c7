import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { limits } from '#contracts/limits.ts';
import { HttpError } from '#services/platform/errors.ts';
import { testBrand } from '#tests/support/product/test-brand.ts';
import { rejectWeakPassword } from './reject-weak-password.ts';

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
