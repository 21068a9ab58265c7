import { createHmac } from 'node:crypto';
import { amountFor, picture, requestBody, signUpBody } from '#tests/support/people.ts';
import { accountsMatrix } from './matrix-accounts.ts';
import { catalogueMatrix } from './matrix-catalogue.ts';
import { enrolmentsMatrix } from './matrix-enrolments.ts';
import { googleMatrix } from './matrix-google.ts';
import { invoicesMatrix } from './matrix-invoices.ts';
import { listingMatrix } from './matrix-listing.ts';
import { meetingsMatrix } from './matrix-meetings.ts';
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

/** One call in one situation, and which status each caller gets. */
export interface Situation {
  about: string;
  send(world: World, caller: Caller): Promise<Sending> | Sending;
  expected: Partial<Record<Caller, number>>;
}

const everybody = (status: number) => ({
  A: status,
  LO: status,
  L2: status,
  S: status,
  SP: status,
  OP: status,
});
const signedIn = (status: number) => ({ ...everybody(status), A: 401 });
/** Allowed for sponsors; 403 for other roles. */
const sponsors = (status: number) => ({ A: 401, LO: 403, L2: 403, S: status, SP: status, OP: 403 });

async function signUpForm(): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(signUpBody('learner'))) form.append(name, value);
  form.append('profilePicture', await picture(), 'me.png');
  return form;
}

function webhook(reference: string, key: string): Sending {
  const raw = JSON.stringify({ event: 'charge.success', data: { id: 1, reference } });
  const signature = createHmac('sha512', key).update(raw).digest('hex');
  return { path: '/course/webhook/paystack', raw, headers: { 'x-paystack-signature': signature } };
}

function payment(requestID: string): object {
  return { requestID, amount: amountFor(), currency: 'NGN' };
}

/**
 * Authorization matrix: the expected status of every call for every caller. A call that is missing here fails the
 * test. Read situations precede meetings, because a meeting reveals more.
 */
export const matrix: Record<string, Situation[]> = {
  'GET /settings': [{ about: 'as it is', send: () => ({ path: '/settings' }), expected: everybody(200) }],
  'POST /user/email-capture': [
    {
      about: 'an address',
      send: () => ({ path: '/user/email-capture', json: { email: 'news@people.example' } }),
      expected: everybody(200),
    },
  ],
  'POST /newsletter/confirm': [
    {
      about: 'a link of a mail',
      send: ({ newsletter }) => ({ path: '/newsletter/confirm', json: { token: newsletter.confirm } }),
      expected: everybody(200),
    },
    {
      about: 'the link that unsubscribes',
      send: ({ newsletter }) => ({ path: '/newsletter/confirm', json: { token: newsletter.unsubscribe } }),
      expected: everybody(422),
    },
    {
      about: 'a token of a session',
      send: ({ people }) => ({ path: '/newsletter/confirm', json: { token: people.LO.token } }),
      expected: everybody(422),
    },
  ],
  'POST /newsletter/unsubscribe': [
    {
      about: 'a link of a mail',
      send: ({ newsletter }) => ({
        path: '/newsletter/unsubscribe',
        json: { token: newsletter.unsubscribe },
      }),
      expected: everybody(200),
    },
    {
      about: 'the link that confirms',
      send: ({ newsletter }) => ({ path: '/newsletter/unsubscribe', json: { token: newsletter.confirm } }),
      expected: everybody(422),
    },
  ],
  'GET /newsletter/one-click': [
    {
      about: 'a link of a mail',
      send: ({ newsletter }) => ({ path: `/newsletter/one-click?token=${newsletter.unsubscribe}` }),
      expected: everybody(303),
    },
    {
      about: 'no link',
      send: () => ({ path: '/newsletter/one-click' }),
      expected: everybody(303),
    },
  ],
  'POST /newsletter/one-click': [
    {
      about: 'a link of a mail',
      send: ({ newsletter }) => ({ path: `/newsletter/one-click?token=${newsletter.unsubscribe}` }),
      expected: everybody(200),
    },
    {
      about: 'a made-up link',
      send: () => ({ path: '/newsletter/one-click?token=x' }),
      expected: everybody(422),
    },
  ],
  'POST /waitlist': [
    {
      about: 'an answer',
      send: () => ({ path: '/waitlist', json: { wish: 'dap' } }),
      expected: everybody(201),
    },
  ],
  'POST /user/onboard': [
    {
      about: 'a new person',
      send: async () => ({ path: '/user/onboard', form: await signUpForm() }),
      expected: everybody(201),
    },
  ],
  'POST /user/auth': [
    {
      about: 'right words',
      send: ({ people: { L2 } }) => ({
        path: '/user/auth',
        json: { email: L2.email, password: L2.password },
      }),
      expected: everybody(200),
    },
    {
      about: 'wrong words',
      send: ({ people: { LO } }) => ({
        path: '/user/auth',
        json: { email: LO.email, password: 'wrong words' },
      }),
      expected: everybody(401),
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
    { about: 'the whole address', send: (world) => ({ path: world.picture }), expected: everybody(200) },
    {
      about: 'a guessed address',
      send: (world) => ({ path: `${world.picture.slice(0, -3)}xxx` }),
      expected: everybody(404),
    },
  ],
  'GET /course/get': [{ about: 'as it is', send: () => ({ path: '/course/get' }), expected: everybody(200) }],
  'GET /course/requests': [
    {
      about: 'as it is',
      send: () => ({ path: '/course/requests?limit=50' }),
      expected: { A: 401, LO: 403, L2: 403, S: 200, SP: 200, OP: 200 },
    },
  ],
  'GET /dashboard': [
    { about: 'the caller’s', send: () => ({ path: '/dashboard' }), expected: { ...signedIn(200), OP: 403 } },
  ],
  'POST /course/request': [
    {
      about: 'for oneself',
      send: () => ({
        path: '/course/request',
        json: requestBody({ isPublic: false, isPrivate: true, recipientEmails: ['a@b.example'] }),
      }),
      expected: { A: 401, LO: 201, L2: 201, S: 403, SP: 403, OP: 403 },
    },
  ],
  'GET /course/verify/pay': [
    {
      about: 'the reference of SP',
      send: ({ paid }) => ({ path: `/course/verify/pay?reference=${paid.reference}` }),
      expected: { A: 401, LO: 404, L2: 404, S: 404, SP: 200, OP: 200 },
    },
    {
      about: 'an unknown reference',
      send: () => ({ path: '/course/verify/pay?reference=pay-nobody' }),
      expected: signedIn(404),
    },
  ],
  'POST /course/webhook/paystack': [
    {
      about: 'the signature of the provider',
      send: ({ product, paid }) => webhook(paid.reference, product.config.payment.secretKey),
      expected: everybody(200),
    },
    {
      about: 'the signature of another key',
      send: ({ paid }) => webhook(paid.reference, 'sk_test_another_key'),
      expected: everybody(401),
    },
    {
      about: 'no signature',
      send: ({ paid }) => ({ ...webhook(paid.reference, ''), headers: {} }),
      expected: everybody(401),
    },
  ],
  'GET /course/approve/payment': [
    {
      about: 'the paid reference of SP',
      send: ({ paid }) => ({
        path: `/course/approve/payment?requestId=${paid.requestId}&ref=${paid.reference}`,
      }),
      expected: { ...sponsors(404), SP: 200 },
    },
    {
      about: 'a pending reference of SP',
      send: async ({ newPending }) => {
        const { requestId, reference } = await newPending();
        return { path: `/course/approve/payment?requestId=${requestId}&ref=${reference}` };
      },
      expected: { ...sponsors(404), SP: 202 },
    },
    {
      about: 'a reference of SP for another request',
      send: ({ paid, secret }) => ({
        path: `/course/approve/payment?requestId=${secret}&ref=${paid.reference}`,
      }),
      expected: { ...sponsors(404), SP: 409 },
    },
  ],
  'GET /sponsorship/receipts/:reference': [
    {
      about: 'a paid request',
      send: ({ paid }) => ({ path: `/sponsorship/receipts/${paid.reference}` }),
      expected: { A: 401, LO: 403, L2: 403, S: 404, SP: 200, OP: 200 },
    },
    {
      about: 'a payment that is not there',
      send: () => ({ path: '/sponsorship/receipts/cl-none' }),
      expected: { A: 401, LO: 403, L2: 403, S: 404, SP: 404, OP: 404 },
    },
  ],
  'POST /course/initiate/pay': [
    {
      about: 'an open request',
      send: async ({ newRequest }) => ({ path: '/course/initiate/pay', json: payment(await newRequest()) }),
      expected: sponsors(200),
    },
    {
      about: 'a private request',
      send: ({ secret }) => ({ path: '/course/initiate/pay', json: payment(secret) }),
      expected: sponsors(404),
    },
    {
      about: 'a request that SP is paying',
      send: async ({ newPending }) => ({
        path: '/course/initiate/pay',
        json: payment((await newPending()).requestId),
      }),
      expected: { ...sponsors(409), SP: 200 },
    },
    {
      about: 'a paid request',
      send: ({ paid }) => ({ path: '/course/initiate/pay', json: payment(paid.requestId) }),
      expected: sponsors(409),
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
      expected: sponsors(200),
    },
  ],
  'POST /course/meet/notify': [
    {
      about: 'an open request',
      send: async ({ newRequest }) => ({
        path: '/course/meet/notify',
        json: { requestId: await newRequest() },
      }),
      expected: sponsors(202),
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
