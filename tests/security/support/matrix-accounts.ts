import { picture } from '#tests/support/people/people.ts';
import { allCallers, signedIn } from './expected-statuses.ts';
import type { Situation } from './matrix.ts';
import { type Caller, canaries, type Person } from './world.ts';

const phones: Partial<Record<Caller, string>> = {
  LO: canaries['learner’s phone'],
  SP: canaries['anonymous sponsor’s phone'],
};
const unknownId = '00000000-0000-4000-8000-000000000000';
const madeUp = { token: 'made.up.token' };

async function pictureForm(): Promise<FormData> {
  const form = new FormData();
  form.append('profilePicture', await picture(), 'me.png');
  return form;
}

/** Authorization of account calls; they act on the caller's account or require a token from a mail. */
export const accountsMatrix: Record<string, Situation[]> = {
  'DELETE /user/me': [
    {
      about: 'without knowing the password',
      send: () => ({ path: '/user/me', json: { currentPassword: 'a guess' } }),
      expected: signedIn(422),
    },
  ],
  'POST /user/guardian-consent': [
    {
      about: 'a made-up link',
      send: () => ({ path: '/user/guardian-consent', json: madeUp }),
      expected: allCallers(422),
    },
    {
      about: 'a token of a session',
      send: ({ people }) => ({ path: '/user/guardian-consent', json: { token: people.LO.token } }),
      expected: allCallers(422),
    },
  ],
  'GET /user/guardian-consent': [
    {
      about: 'a made-up link',
      send: () => ({ path: '/user/guardian-consent?token=made.up.token' }),
      expected: allCallers(422),
    },
  ],
  'POST /user/guardian-consent/refuse': [
    {
      about: 'a made-up link',
      send: () => ({ path: '/user/guardian-consent/refuse', json: madeUp }),
      expected: allCallers(422),
    },
  ],
  'PUT /user/me/guardian': [
    {
      about: 'of an adult',
      send: () => ({ path: '/user/me/guardian', json: { guardianEmail: 'guardian@people.example' } }),
      expected: { A: 401, LO: 409, L2: 409, S: 403, SP: 403 },
    },
  ],
  'POST /user/export': [
    {
      about: 'without knowing the password',
      send: () => ({ path: '/user/export', json: { currentPassword: 'a guess' } }),
      expected: signedIn(422),
    },
  ],
  'GET /user/export': [
    {
      about: 'the caller’s, after a recent sign-in',
      send: () => ({ path: '/user/export' }),
      expected: signedIn(200),
    },
  ],
  'POST /user/verify-email': [
    {
      about: 'a made-up link',
      send: () => ({ path: '/user/verify-email', json: madeUp }),
      expected: allCallers(422),
    },
    {
      about: 'a token of a session',
      send: ({ people }) => ({ path: '/user/verify-email', json: { token: people.LO.token } }),
      expected: allCallers(422),
    },
  ],
  'POST /user/resend-verification': [
    {
      about: 'the caller’s',
      send: () => ({ path: '/user/resend-verification' }),
      // The addresses of the sponsors are confirmed.
      expected: { ...signedIn(202), S: 409, SP: 409, SU: 202 },
    },
  ],
  'POST /user/forgot-password': [
    {
      about: 'a known address',
      send: ({ people }) => ({ path: '/user/forgot-password', json: { email: people.LO.email } }),
      expected: allCallers(202),
    },
    {
      about: 'an unknown address',
      send: () => ({ path: '/user/forgot-password', json: { email: 'nobody@people.example' } }),
      expected: allCallers(202),
    },
  ],
  'POST /user/reset-password': [
    {
      about: 'a made-up link',
      send: () => ({ path: '/user/reset-password', json: { ...madeUp, password: 'correct horse battery' } }),
      expected: allCallers(422),
    },
  ],
  'GET /user/me': [{ about: 'the caller’s', send: () => ({ path: '/user/me' }), expected: signedIn(200) }],
  'PUT /user/me': [
    {
      about: 'the caller’s',
      send: ({ people }, caller) => ({
        path: '/user/me',
        json: {
          fullName: people[caller as Person]?.fullName ?? 'Nobody',
          // Unchanged, so that the private values stay in the database.
          phoneNumber: phones[caller] ?? '+234 801 234 5678',
          country: caller === 'LO' ? canaries['learner’s country'] : 'Nigeria',
          gender: 'nb',
        },
      }),
      expected: signedIn(200),
    },
  ],
  'PUT /user/me/picture': [
    {
      about: 'the caller’s',
      send: async () => ({ path: '/user/me/picture', form: await pictureForm() }),
      expected: signedIn(200),
    },
  ],
  'POST /user/change-password': [
    {
      about: 'without knowing the current one',
      send: () => ({
        path: '/user/change-password',
        json: { currentPassword: 'a guess', newPassword: 'another horse battery' },
      }),
      expected: signedIn(422),
    },
  ],
  'POST /user/change-email': [
    {
      about: 'without knowing the password',
      send: () => ({
        path: '/user/change-email',
        json: { currentPassword: 'a guess', newEmail: 'new@people.example' },
      }),
      expected: signedIn(422),
    },
  ],
  'GET /user/confirm-email-change': [
    {
      about: 'a made-up link',
      send: () => ({ path: '/user/confirm-email-change?token=x' }),
      expected: allCallers(422),
    },
  ],
  'POST /user/confirm-email-change': [
    {
      about: 'a made-up link',
      send: () => ({ path: '/user/confirm-email-change', json: madeUp }),
      expected: signedIn(422),
    },
  ],
  'POST /user/undo-email-change': [
    {
      about: 'a made-up link',
      send: () => ({ path: '/user/undo-email-change', json: madeUp }),
      expected: allCallers(422),
    },
  ],
  'GET /user/me/sessions': [
    { about: 'the caller’s', send: () => ({ path: '/user/me/sessions' }), expected: signedIn(200) },
  ],
  'DELETE /user/me/sessions/:id': [
    {
      about: 'one of another user',
      send: () => ({ path: `/user/me/sessions/${unknownId}` }),
      expected: signedIn(404),
    },
  ],
  'DELETE /user/me/sessions': [
    {
      about: 'the caller’s',
      send: async ({ newToken }, caller) => ({ path: '/user/me/sessions', token: await newToken(caller) }),
      expected: signedIn(200),
    },
  ],
};
