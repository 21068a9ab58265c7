import { picture, requestBody, signUpBody } from '#tests/support/people/people.ts';
import { allCallers, signedIn, sponsors } from './expected-statuses.ts';
import { accountsMatrix } from './matrix-accounts.ts';
import { catalogueMatrix } from './matrix-catalogue.ts';
import { enrolmentsMatrix } from './matrix-enrolments.ts';
import { googleMatrix } from './matrix-google.ts';
import { invoicesMatrix } from './matrix-invoices.ts';
import { listingMatrix } from './matrix-listing.ts';
import { meetingsMatrix } from './matrix-meetings.ts';
import { newsletterMatrix } from './matrix-newsletter.ts';
import { paymentsMatrix } from './matrix-payments.ts';
import { proofsMatrix } from './matrix-proofs.ts';
import { purchasesMatrix } from './matrix-purchases.ts';
import { requestsMatrix } from './matrix-requests.ts';
import { safetyMatrix } from './matrix-safety.ts';
import type { Caller, World } from './world.ts';

/** How a call is sent: path below `/api`, and what goes with it. */
export interface Sending {
  path: string;
  json?: unknown;
  form?: FormData;
  /** An unparsed body. */
  raw?: string;
  headers?: Record<string, string>;
  token?: string | undefined;
}

/**
 * One call in one situation, and which status each caller gets. Sponsors without one get that of another, and operators that
 * of a visitor ({@link besideOf}).
 */
export interface Situation {
  about: string;
  send(world: World, caller: Caller): Promise<Sending> | Sending;
  expected: Partial<Record<Caller, number>>;
}

async function signUpForm(): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(signUpBody('learner'))) form.append(name, value);
  form.append('profilePicture', await picture(), 'me.png');
  return form;
}

const beside: Partial<Record<Caller, Caller>> = { SU: 'S', SI: 'S', SR: 'S', OP: 'A', LD: 'A' };

/** Returns the caller whose expectations apply where a situation does not name the given one. */
export function besideOf(caller: Caller): Caller {
  return beside[caller] ?? caller;
}

/** Returns the expected status of a caller. */
export function statusFor({ expected }: Situation, caller: Caller): number | undefined {
  return expected[caller] ?? expected[besideOf(caller)];
}

/**
 * Authorization matrix: the expected status of every call for every caller. A call that is missing here fails the
 * test. Read situations precede meetings, because a meeting reveals more.
 */
export const matrix: Record<string, Situation[]> = {
  'GET /course/usual-times': [
    { about: 'as they are', send: () => ({ path: '/course/usual-times' }), expected: allCallers(200) },
  ],
  'GET /settings': [{ about: 'as it is', send: () => ({ path: '/settings' }), expected: allCallers(200) }],
  'POST /user/onboard': [
    {
      about: 'a new person',
      send: async () => ({ path: '/user/onboard', form: await signUpForm() }),
      expected: allCallers(201),
    },
  ],
  'POST /user/auth': [
    {
      about: 'right words',
      send: ({ people: { L2 } }) => ({
        path: '/user/auth',
        json: { email: L2.email, password: L2.password },
      }),
      expected: allCallers(200),
    },
    {
      about: 'wrong words',
      send: ({ people: { LO } }) => ({
        path: '/user/auth',
        json: { email: LO.email, password: 'wrong words' },
      }),
      expected: allCallers(401),
    },
  ],
  'POST /user/page-cookie': [
    {
      about: 'the caller’s session',
      send: () => ({ path: '/user/page-cookie' }),
      expected: signedIn(200),
    },
  ],
  'POST /user/logout': [
    {
      about: 'the caller’s session',
      send: async ({ newToken }, caller) => ({ path: '/user/logout', token: await newToken(caller) }),
      expected: signedIn(200),
    },
  ],
  'GET /user/:id/picture': [
    { about: 'the whole address', send: (world) => ({ path: world.picture }), expected: allCallers(200) },
    {
      about: 'a guessed address',
      send: (world) => ({ path: `${world.picture.slice(0, -3)}xxx` }),
      expected: allCallers(404),
    },
  ],
  'GET /course/get': [
    { about: 'as it is', send: () => ({ path: '/course/get' }), expected: allCallers(200) },
  ],
  'GET /course/requests': [
    {
      about: 'as it is',
      send: () => ({ path: '/course/requests?limit=50' }),
      expected: { A: 401, LO: 403, L2: 403, S: 200, SP: 200 },
    },
  ],
  'GET /dashboard': [
    { about: 'the caller’s', send: () => ({ path: '/dashboard' }), expected: signedIn(200) },
  ],
  'POST /course/request': [
    {
      about: 'for oneself',
      send: () => ({
        path: '/course/request',
        json: requestBody({ isPublic: false, isPrivate: true, recipientEmails: ['a@b.example'] }),
      }),
      expected: { A: 401, LO: 201, L2: 201, S: 403, SP: 403 },
    },
  ],
  'POST /course/meet/:id': [
    {
      about: 'a private request',
      send: ({ secret }) => ({ path: `/course/meet/${secret}`, json: {} }),
      expected: sponsors(404),
    },
    {
      about: 'a paid request',
      send: ({ paid }) => ({ path: `/course/meet/${paid.requestId}`, json: {} }),
      expected: sponsors(409),
    },
    {
      about: 'a request that is not there',
      send: () => ({ path: `/course/meet/${crypto.randomUUID()}`, json: {} }),
      expected: sponsors(404),
    },
    {
      about: 'an open request',
      send: async ({ newRequest }) => ({ path: `/course/meet/${await newRequest()}`, json: {} }),
      expected: { ...sponsors(200), SU: 409 },
    },
  ],
  'POST /course/meet/notify': [
    {
      about: 'an open request',
      send: async ({ newRequest }) => ({
        path: '/course/meet/notify',
        json: { requestId: await newRequest() },
      }),
      expected: { ...sponsors(202), SU: 409 },
    },
    {
      about: 'a private request',
      send: ({ secret }) => ({ path: '/course/meet/notify', json: { requestId: secret } }),
      expected: sponsors(404),
    },
    {
      about: 'a name that is not the learner’s',
      send: async ({ newRequest }) => ({
        path: '/course/meet/notify',
        json: { requestId: await newRequest(), name: 'Eve' },
      }),
      expected: sponsors(404),
    },
    {
      about: 'a paid request',
      send: ({ paid }) => ({ path: '/course/meet/notify', json: { requestId: paid.requestId } }),
      expected: sponsors(409),
    },
  ],
  ...newsletterMatrix,
  ...paymentsMatrix,
  ...requestsMatrix,
  ...safetyMatrix,
  ...meetingsMatrix,
  ...catalogueMatrix,
  ...listingMatrix,
  ...enrolmentsMatrix,
  ...proofsMatrix,
  ...invoicesMatrix,
  ...purchasesMatrix,
  ...accountsMatrix,
  ...googleMatrix,
};
