import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProfile } from '#contracts/accounts/profile.ts';
import { startSession } from '#services/accounts/sessions/start-session.ts';
import { deskRoutes } from '#services/desk-routes.ts';
import { routes } from '#services/routes.ts';
import { joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { join } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

const oneId = '5f0c2a52-6f0e-4a0e-9a53-0b4f2a4a7c11';
const pathOf = (path: string) => path.replaceAll(/:\w+/g, oneId);

let product: TestProduct;
let operator: TestOperator;
let lead: TestOperator;
let headersOf: Record<string, Record<string, string>>;
beforeAll(async () => {
  product = await startTestProduct();
  operator = await joinDesk(product);
  lead = await joinDesk(product, 'lead');
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const tokenOf = (id: string) =>
    startSession(id, { config: product.config, db: product.db.manager }, 'node');
  headersOf = {
    anonymous: {},
    learner: bearer((await join(product.url, 'learner')).token),
    sponsor: bearer((await join(product.url, 'sponsor')).token),
    'operator with a token of the product': bearer(await tokenOf(operator.id)),
    'lead with a token of the product': bearer(await tokenOf(lead.id)),
    'operator whose cookie was changed': { cookie: operator.cookie.slice(0, -3) },
    operator: { cookie: operator.cookie },
    lead: { cookie: lead.cookie },
  };
});
afterAll(() => product?.close());

const calls = deskRoutes
  .map(({ contract }) => contract)
  .filter(({ path }) => path !== '/ops/sign-in' && path !== '/ops/sign-out');

async function statusOf(method: string, path: string, caller: string): Promise<number> {
  const body = method === 'GET' || method === 'HEAD' ? null : '{}';
  const headers = { ...headersOf[caller], ...(body && { 'content-type': 'application/json' }) };
  const controller = new AbortController();
  const response = await fetch(`${product.url}${path}`, { method, headers, body, signal: controller.signal });
  controller.abort();
  return response.status;
}

const outsiders = [
  'anonymous',
  'learner',
  'sponsor',
  'operator with a token of the product',
  'lead with a token of the product',
  'operator whose cookie was changed',
];

describe.each(calls.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
  '%s',
  (_, { method, path, auth }) => {
    // ASVS 8.2.1, 8.3.1
    it.each(outsiders)('is not there for %s', async (caller) => {
      expect(await statusOf(method, `/api${pathOf(path)}`, caller)).toBe(404);
    });

    // ASVS 8.2.1
    it('is open to operators, or to leads only', async () => {
      const status = await statusOf(method, `/api${pathOf(path)}`, 'operator');
      if (auth === 'lead') expect(status).toBe(403);
      // An id that nothing has is a 404 of the handler.
      else expect([200, 201, 202, 400, 404, 409, 415, 422]).toContain(status);
      expect(await statusOf(method, `/api${pathOf(path)}`, 'lead')).not.toBe(403);
    });
  },
);

it('only the sign-in is public', () => {
  const open = deskRoutes.filter(({ contract }) => ['public', 'optional'].includes(contract.auth as string));
  expect(open.map(({ contract }) => contract.path)).toEqual(['/ops/sign-in']);
  expect(deskRoutes.every(({ contract }) => contract.path.startsWith('/ops/'))).toBe(true);
  expect(routes.some(({ contract }) => ['desk', 'lead'].includes(contract.auth as string))).toBe(false);
  // An operator has no token of the product.
  expect(routes.some(({ contract }) => contract.auth.includes('operator'))).toBe(false);
});

// ASVS 1.1.1, 13.4.5
it.each([
  ['GET', '/api/ops'],
  ['GET', '/api/ops/unknown'],
  ['DELETE', '/api/ops/me'],
  ['GET', '/api/OPS/me'],
  ['GET', '/api/%6fps/me'],
  ['GET', '/ops'],
  ['GET', '/ops/'],
  ['GET', '/ops/case'],
  ['GET', '/Ops/queues/board'],
  ['GET', '/%6Fps'],
])('%s %s is a 404 for everybody without a session of the desk', async (method, path) => {
  for (const caller of outsiders)
    expect([caller, await statusOf(method, path, caller)]).toEqual([caller, 404]);
});

// ASVS 6.3.4
it.each(
  routes
    .map(({ contract }) => contract)
    .filter(({ auth }) => auth !== 'public' && auth !== 'optional')
    .map((contract) => [`${contract.method} ${contract.path}`, contract] as const),
)('the cookie of the desk is no sign-in for %s', async (_, { method, path }) => {
  expect(await statusOf(method, `/api${pathOf(path)}`, 'lead')).toBe(401);
});

// ASVS 6.3.4
it.each(['operator', 'lead'])('a token of the product is no sign-in for an %s', async (level) => {
  const headers = headersOf[`${level} with a token of the product`] ?? {};
  const response = await fetch(`${product.url}/api${getProfile.path}`, { headers });
  expect(response.status).toBe(401);
});

it('the token of a learner keeps working for calls of the product beside the cookie', async () => {
  const response = await fetch(`${product.url}/api${getProfile.path}`, {
    headers: { ...headersOf.learner, ...headersOf.lead },
  });
  expect(response.status).toBe(200);
});
