import type { Endpoint, Role } from '#contracts/endpoint.ts';
import { routes } from '#services/routes.ts';
import { finalizeBody } from '#tests/support/google.ts';
import { amountFor, fileRequest, join, requestBody, type SignedIn } from '#tests/support/people.ts';
import type { TestProduct } from '#tests/support/test-product.ts';
import { addOperator } from './accounts.ts';

/** A user of each role, and an open request. */
export interface Cast {
  people: Record<Role, SignedIn>;
  requestId: string;
}

/** Signs up a user of each role. */
export async function gatherCast(product: TestProduct): Promise<Cast> {
  const people = {
    learner: await join(product.url, 'learner'),
    sponsor: await join(product.url, 'sponsor'),
    operator: await addOperator(product),
  };
  return { people, requestId: await fileRequest(product.url, people.learner) };
}

/** A call that takes JSON, its path below the server, and a body that is right. */
export interface JsonCall {
  name: string;
  contract: Endpoint;
  path(cast: Cast): string;
  token(cast: Cast): string | undefined;
  body(cast: Cast): object;
}

/** Bodies that are right, by call. One that is missing fails the tests that use this list. */
const rightBodies: Record<string, (cast: Cast) => object> = {
  'POST /user/email-capture': () => ({ email: 'news@people.example' }),
  'POST /newsletter/confirm': () => ({ token: 'x' }),
  'POST /newsletter/unsubscribe': () => ({ token: 'x' }),
  'POST /waitlist': () => ({ email: 'wait@people.example', wish: 'dap', note: 'Soon, please' }),
  'POST /user/auth': ({ people: { learner } }) => ({ email: learner.email, password: learner.password }),
  'POST /user/verify-email': () => ({ token: 'x' }),
  'POST /user/forgot-password': () => ({ email: 'somebody@people.example' }),
  'POST /user/reset-password': () => ({ token: 'x', password: 'another horse battery' }),
  'PUT /user/me': () => ({
    fullName: 'Somebody Else',
    phoneNumber: '+234 801 234 5678',
    country: 'Nigeria',
    gender: 'nb',
  }),
  'POST /user/change-password': () => ({ currentPassword: 'a guess', newPassword: 'another horse battery' }),
  'POST /user/change-email': () => ({ currentPassword: 'a guess', newEmail: 'new@people.example' }),
  'POST /user/confirm-email-change': () => ({ token: 'x' }),
  'POST /user/undo-email-change': () => ({ token: 'x' }),
  'POST /user/guardian-consent': () => ({ token: 'x' }),
  'PUT /user/me/guardian': () => ({ guardianEmail: 'guardian@people.example' }),
  'POST /user/export': () => ({ currentPassword: 'a guess' }),
  'DELETE /user/me': () => ({ currentPassword: 'a guess' }),
  'POST /user/auth/google': () => ({ token: 'x' }),
  'POST /user/auth/google-finalize': () => finalizeBody('x'),
  'PUT /dashboard/:id/certificate-sharing': () => ({ isShared: true }),
  'POST /dashboard/add': () => ({
    title: 'Machine Learning',
    description: 'A course',
    link: 'https://www.coursera.org/learn/machine-learning',
  }),
  'POST /report': ({ requestId }) => ({
    about: 'request',
    id: requestId,
    reason: 'wrong',
    details: 'The price is higher.',
    email: 'reporter@people.example',
  }),
  'POST /appeal': ({ requestId }) => ({ request: requestId, token: 'x', text: 'The course is real.' }),
  'POST /course/request': () =>
    requestBody({ recipientEmails: ['guest@people.example'], email: 'x', delivery: 'platform-login' }),
  'PUT /course/request/:id': () =>
    requestBody({ recipientEmails: ['guest@people.example'], email: 'x', delivery: 'platform-login' }),
  'PUT /user/me/privacy': () => ({ hidesEmail: false }),
  'PUT /user/me/mail': () => ({ topic: 'meeting', isOn: true }),
  'POST /mail/topic': () => ({ token: 'x', isOn: true }),
  'POST /sponsorship/draws/:id/day': () => ({ nonce: 'ab'.repeat(32) }),
  'POST /sponsorship/draws/:id/reveal': () => ({ nonce: 'ab'.repeat(32) }),
  'POST /sponsorship/group': () => ({
    amount: 100,
    currency: 'USD',
    targetGroup: 'Nurses in Kenya',
    note: 'Soon',
  }),
  'POST /course/meet/:id': () => ({
    startsAt: new Date(Date.now() + 86_400_000).toISOString(),
    note: 'Hello',
  }),
  'PUT /course/meet/:id': () => ({
    startsAt: new Date(Date.now() + 86_400_000).toISOString(),
    note: 'Hello again',
  }),
  'POST /course/meet/:id/accept': () => ({ startsAt: new Date(Date.now() + 86_400_000).toISOString() }),
  'POST /meeting/:id/reply': () => ({
    answer: 'propose',
    startsAt: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  'POST /course/price-link': () => ({ token: 'x' }),
  'POST /refund/link': () => ({ token: 'x', bankId: '1', accountNumber: '0123456789' }),
  'POST /meeting/link': () => ({
    token: 'x',
    answer: 'propose',
    startsAt: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  'POST /course/meet/notify': ({ requestId }) => ({ requestId, price: 20_000, unit: 'NGN' }),
  'POST /course/initiate/pay': ({ requestId }) => ({
    requestID: requestId,
    amount: amountFor(),
    currency: 'NGN',
    description: 'For a course',
    isAnonymous: true,
  }),
};

/** Every call that takes JSON, from the list of routes. */
export const jsonCalls: JsonCall[] = routes
  .map(({ contract }) => contract)
  .filter(({ body, file }) => body && !file)
  .map((contract) => {
    const name = `${contract.method} ${contract.path}`;
    return {
      name,
      contract,
      path: ({ requestId }) => `/api${contract.path.replace(':id', requestId)}`,
      token: ({ people }) => tokenFor(contract, people),
      body(cast) {
        const make = rightBodies[name];
        if (!make)
          throw new Error(
            `No right body is known for ${name}: add one to tests/security/support/json-calls.ts`,
          );
        return make(cast);
      },
    };
  });

/** Returns the token of a user who may use a call. */
export function tokenFor({ auth }: Endpoint, people: Cast['people']): string | undefined {
  if (typeof auth === 'string') return auth === 'token' ? people.learner.token : undefined;
  const [role] = auth;
  return role && people[role].token;
}
