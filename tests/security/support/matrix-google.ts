import { addGooglePerson, credentialOf, finalizeBody, registrationOf } from '#tests/support/people/google.ts';
import { idOf } from './accounts.ts';
import { allCallers } from './expected-statuses.ts';
import type { Situation } from './matrix.ts';

/** Authorization of Google calls: only Google's token counts, not the caller. */
export const googleMatrix: Record<string, Situation[]> = {
  'POST /user/auth/google': [
    {
      about: 'a newcomer',
      send: async ({ product }) => ({
        path: '/user/auth/google',
        json: { token: await credentialOf(product, await addGooglePerson(product)) },
      }),
      expected: allCallers(200),
    },
    {
      about: 'the address of another user, for which Google is not authoritative',
      send: async ({ product, people }) => {
        const person = await addGooglePerson(product, { email: people.L2.email });
        return { path: '/user/auth/google', json: { token: await credentialOf(product, person) } };
      },
      expected: allCallers(409),
    },
    {
      about: 'the Google account of an operator',
      send: async ({ product, operators }) => {
        const person = await addGooglePerson(product, {
          email: operators.OP.email,
          hostedDomain: 'staff.example',
        });
        return { path: '/user/auth/google', json: { token: await credentialOf(product, person) } };
      },
      expected: allCallers(403),
    },
    {
      about: 'a token of a session',
      send: ({ people }) => ({ path: '/user/auth/google', json: { token: people.LO.token } }),
      expected: allCallers(401),
    },
  ],
  'GET /user/auth/google/start': [
    {
      about: 'a page to return to',
      send: () => ({ path: '/user/auth/google/start?next=/help' }),
      expected: allCallers(302),
    },
  ],
  'GET /user/auth/google/callback': [
    {
      about: 'a code that this browser did not ask for',
      send: () => ({ path: '/user/auth/google/callback?code=x&state=y' }),
      expected: allCallers(303),
    },
  ],
  'POST /user/auth/google-finalize': [
    {
      about: 'a ticket',
      send: async ({ product }) => {
        const { googleId } = await registrationOf(product, await addGooglePerson(product));
        return { path: '/user/auth/google-finalize', json: finalizeBody(googleId) };
      },
      expected: allCallers(201),
    },
    {
      about: 'the id of an account',
      send: async ({ product, people }) => ({
        path: '/user/auth/google-finalize',
        json: finalizeBody(await idOf(product, people.LO)),
      }),
      expected: allCallers(422),
    },
  ],
};
