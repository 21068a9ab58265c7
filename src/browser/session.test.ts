import { SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { userIdOf } from './session.ts';

const secret = Buffer.alloc(32, 7);
const id = 'ffffffff-1234-4abc-8def-0123456789ff';

it('reads the user id from a token signed by the server', async () => {
  const claims = { text: '~~~???ÿ' };
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setSubject(id).sign(secret);
  expect(userIdOf(token)).toBe(id);
});

it.each([undefined, '', 'x', 'a.b.c', `a.${btoa('null')}.c`, `a.${btoa('{"sub":7}')}.c`])(
  'returns undefined for %j',
  (token) => {
    expect(userIdOf(token)).toBeUndefined();
  },
);
