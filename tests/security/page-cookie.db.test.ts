import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProfile } from '#contracts/accounts/profile.ts';
import { setPageCookie, signIn, signOut } from '#contracts/accounts/sign-in.ts';
import { hourMs } from '#contracts/durations.ts';
import { pageCookie, readPageCookie } from '#services/accounts/sessions/page-session.ts';
import { readSessionToken } from '#services/accounts/sessions/start-session.ts';
import { deskRoutes } from '#services/desk-routes.ts';
import { routes } from '#services/routes.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { rawCall } from './support/raw-call.ts';

const oneId = '5f0c2a52-6f0e-4a0e-9a53-0b4f2a4a7c11';

let product: TestProduct;
let learner: SignedIn;
let cookie: string;
beforeAll(async () => {
  product = await startTestProduct();
  learner = await join(product.url, 'learner');
  cookie = await cookieOf(learner.token);
});
afterAll(() => product?.close());

const cookieOf = async (token: string) =>
  (await pageCookie(token, true, product.config)).split(';')[0] as string;
const isSignedIn = async (token: string) =>
  (await callApi(product.url, getProfile, {}, token)).status === 200;
const endPageSession = (headers: Record<string, string>) =>
  rawCall(product.url, '/page-session', { method: 'DELETE', headers });

/** Status and text of a response, without the number of an error, which each response has of its own. */
async function answerTo(method: string, path: string, cookies: Record<string, string>) {
  const body = method === 'GET' ? null : '{}';
  const headers = { ...cookies, ...(body && { 'content-type': 'application/json' }) };
  const controller = new AbortController();
  const { signal } = controller;
  const response = await fetch(`${product.url}${path}`, {
    method,
    headers,
    body,
    signal,
    redirect: 'manual',
  });
  // A visitor gets no stream.
  const isText = /json|html|text/.test(response.headers.get('content-type') ?? '');
  const text = isText ? await response.text() : '';
  controller.abort();
  return { status: response.status, text: text.replaceAll(/"(?:reference|requestId)":"[^"]*"/g, '') };
}

const calls = [...routes, ...deskRoutes].map(({ contract }) => contract);

describe.each(calls.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
  '%s',
  (_, { method, path, auth }) => {
    // ASVS 3.5.1, 8.2.1, 8.3.1
    it('responds to the page cookie alone as to a visitor', async () => {
      const address = `/api${path.replaceAll(/:\w+/g, oneId)}`;
      const visitor = await answerTo(method, address, {});
      const { status, text } = await answerTo(method, address, { cookie });
      expect(status).toBe(visitor.status);
      // A redirect to Google has a state of its own.
      if (status < 300 || status >= 400) expect(text).toBe(visitor.text);
      if (auth === 'token' || (typeof auth === 'object' && !path.startsWith('/ops')))
        expect(status).toBe(401);
    });
  },
);

it('each sign-in brings it, of the session that it begins, and the sign-out removes it', async () => {
  const { email, password } = learner;
  const body = JSON.stringify({ email, password, keepSignedIn: false });
  const headers = { 'content-type': 'application/json' };
  const signedIn = await rawCall(product.url, `/api${signIn.path}`, { method: 'POST', headers, body });
  const { token } = (signedIn.json?.data ?? {}) as { token: string };
  const set = [signedIn.headers['set-cookie']].flat().find((text) => text?.startsWith('courselift-page='));
  expect(set).not.toContain('Max-Age');
  expect(await readPageCookie(set?.split(';')[0], product.config)).toBe(
    await readSessionToken(token, product.config),
  );
  const out = await rawCall(product.url, `/api${signOut.path}`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${token}` } },
  });
  expect([out.headers['set-cookie']].flat()).toEqual([
    expect.stringMatching(/^courselift-page=; Path=\/; Max-Age=0; /),
  ]);
});

it('a page that finds the token alone gets it', async () => {
  const { headers } = await rawCall(product.url, `/api${setPageCookie.path}`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${learner.token}` } },
  });
  const [pair] = `${headers['set-cookie']}`.split(';');
  expect(await readPageCookie(pair, product.config)).toBe(
    await readSessionToken(learner.token, product.config),
  );
});

// ASVS 9.1.1, 9.2.1, 9.2.3
it('one that is forged, has expired or is of another purpose proves nothing, nor does it as a token', async () => {
  const jti = (await readSessionToken(learner.token, product.config)) ?? oneId;
  const signed = (audience: string, secret: Uint8Array, expiresInMs: number) =>
    new SignJWT({ jti })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('courselift')
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(new Date(Date.now() + expiresInMs))
      .sign(secret);
  const { secret } = product.config.token;
  const read = (value: string) => readPageCookie(`courselift-page=${value}`, product.config);
  const valid = await signed('courselift-page', secret, hourMs);
  expect(await read(valid)).toBe(jti);
  const invalid = [
    await signed('courselift-page', Buffer.alloc(32, 7), hourMs),
    await signed('courselift-page', secret, -hourMs),
    await signed('courselift-web', secret, hourMs),
    learner.token,
    valid.slice(0, -3),
    `${jti}`,
  ];
  for (const value of invalid) expect(await read(value)).toBeUndefined();
  expect(await isSignedIn(valid)).toBe(false);
});

// ASVS 3.5.1
it('DELETE /page-session ends the session of the cookie, not for a page of another site', async () => {
  const { token } = await join(product.url, 'learner');
  const own = { cookie: await cookieOf(token) };
  for (const site of ['cross-site', 'same-site'])
    expect((await endPageSession({ ...own, 'sec-fetch-site': site })).status).toBe(403);
  expect(await isSignedIn(token)).toBe(true);
  const { status, headers } = await endPageSession({ ...own, 'sec-fetch-site': 'same-origin' });
  expect([status, headers['cache-control']]).toEqual([204, 'no-store']);
  expect(`${headers['set-cookie']}`).toMatch(/^courselift-page=; Path=\/; Max-Age=0; /);
  expect(await isSignedIn(token)).toBe(false);
  // Again, and without a cookie.
  expect((await endPageSession(own)).status).toBe(204);
  expect((await endPageSession({})).status).toBe(204);
});
