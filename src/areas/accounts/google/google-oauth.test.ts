import { describe, expect, it } from 'vitest';
import { nonceOf, readGoogleReturn } from './google-oauth.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const newcomer = {
  fullName: 'Chinwé Òbí',
  email: 'chinwe@people.example',
  profilePictureUrl: null,
  googleId: 'ticket',
};

describe('readGoogleReturn', () => {
  it('parses a session with the next page', () => {
    expect(readGoogleReturn('#token=t&role=learner&firstName=Ad%C3%A1&next=%2Fhelp')).toEqual({
      kind: 'session',
      session: { token: 't', role: 'learner', firstName: 'Adá' },
      next: '/help',
    });
  });

  it('parses a pending registration with a non-ASCII name', () => {
    expect(readGoogleReturn(`#newcomer=${encode(newcomer)}`)).toEqual({ kind: 'newcomer', newcomer });
  });

  // ASVS 3.5.5
  it('parses a popup message by its state, with a token or an error', () => {
    expect(readGoogleReturn('#state=s&id_token=a.b.c')).toEqual({
      kind: 'popup',
      state: 's',
      idToken: 'a.b.c',
    });
    expect(readGoogleReturn('#error=access_denied&state=s')).toEqual({
      kind: 'popup',
      state: 's',
      idToken: undefined,
    });
  });

  // ASVS 3.5.5
  it.each([
    '',
    '#',
    '#token=t',
    '#newcomer=%%%',
    `#newcomer=${encode({ email: 'only' })}`,
    `#newcomer=${encode('text')}`,
  ])('counts %j as failed', (hash) => {
    expect(readGoogleReturn(hash)).toEqual({ kind: 'failed', message: undefined });
  });

  it('parses the error message', () => {
    const failed = { kind: 'failed', message: 'Google is unavailable.' };
    expect(readGoogleReturn('#error=Google+is+unavailable.')).toEqual(failed);
  });
});

describe('nonceOf', () => {
  // ASVS 10.5.1
  it('returns the nonce of the claims', () => {
    expect(nonceOf(`h.${encode({ nonce: 'n-1' })}.s`)).toBe('n-1');
  });

  it.each(['', 'a.b', `h.${encode({})}.s`, `h.${encode({ nonce: 7 })}.s`, `h.${encode(null)}.s`])(
    'finds none in %j',
    (token) => {
      expect(nonceOf(token)).toBeUndefined();
    },
  );
});
