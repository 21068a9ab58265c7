import { expect, it } from 'vitest';
import { isAuthoritative } from './google-identity.ts';

const person = { sub: '1', fullName: 'Ada Obi', pictureUrl: null };

it.each([
  ['ada@gmail.com', undefined, true],
  ['ada@googlemail.com', undefined, true],
  ['ada@work.example', 'work.example', true],
  ['ada@work.example', undefined, false],
  ['ada@work.example', 'other.example', false],
  ['ada@sub.work.example', 'work.example', false],
  ['ada@work.example', 'sub.work.example', false],
  ['ada@gmail.com.evil.example', undefined, false],
  ['ada@notgmail.com', undefined, false],
  ['ada@mail.gmail.com', undefined, false],
  ['ada@work.example', '', false],
])('%s with the Workspace domain %s: Google is authoritative: %s', (email, hostedDomain, expected) => {
  expect(isAuthoritative({ ...person, email, hostedDomain })).toBe(expected);
});
