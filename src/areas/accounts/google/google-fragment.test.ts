import { describe, expect, it } from 'vitest';
import { nonceOf, readGoogleReturn } from './google-fragment.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const newcomer = {
  fullName: 'Chinwé Òbí',
  email: 'chinwe@people.example',
  profilePictureUrl: null,
  googleId: 'ticket',
};

describe('readGoogleReturn', () => {
  it('reads a session, with the page to go on to', () => {
    expect(readGoogleReturn('#token=t&role=learner&firstName=Ad%C3%A1&next=%2Fhelp')).toEqual({
      kind: 'session',
      session: { token: 't', role: 'learner', firstName: 'Adá' },
      next: '/help',
    });
  });

  it('reads a newcomer whose name is not plain ASCII', () => {
    expect(readGoogleReturn(`#newcomer=${encode(newcomer)}`)).toEqual({ kind: 'newcomer', newcomer });
  });

  it('passes a popup on by its state, with a token or a refusal', () => {
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

  it('reads why it failed', () => {
    const failed = { kind: 'failed', message: 'Google is away.' };
    expect(readGoogleReturn('#error=Google+is+away.')).toEqual(failed);
  });
});

describe('nonceOf', () => {
  it('finds the nonce in the claims', () => {
    expect(nonceOf(`h.${encode({ nonce: 'n-1' })}.s`)).toBe('n-1');
  });

  it.each(['', 'a.b', `h.${encode({})}.s`, `h.${encode({ nonce: 7 })}.s`, `h.${encode(null)}.s`])(
    'finds none in %j',
    (token) => {
      expect(nonceOf(token)).toBeUndefined();
    },
  );
});
