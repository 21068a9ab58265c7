import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as google from '#contracts/accounts/google.ts';
import { getProfile } from '#contracts/accounts/profile.ts';
import { googleStateCookie } from '#services/accounts/google/google-state.ts';
import { networkHash } from '#services/accounts/sessions/devices.ts';
import {
  addGooglePerson,
  comeBackFrom,
  type Departure,
  decideAtGoogle,
  joinWithGoogle,
  leaveForGoogle,
} from '#tests/support/people/google.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ TRUST_PROXY_HOPS: '1' });
});
afterAll(() => product?.close());

const failed = 'Google Sign-In failed. Please try again.';
const notStartedHere = 'This sign-in did not begin in this browser, or it took too long. Please try again.';
const callback = (query: Record<string, string>) =>
  `${product.url}${google.googleRedirect.callbackPath}?${new URLSearchParams(query)}`;
const stateOf = ({ address }: Departure) => new URL(address).searchParams.get('state') ?? '';
const emailOf = async (token: string | undefined) =>
  (await callApi(product.url, getProfile, {}, token)).body.data.email;

/** Gives consent at Google. Returns the redirect URL, not yet visited. */
async function agree(next?: string) {
  const person = await addGooglePerson(product);
  const departure = await leaveForGoogle(product, next);
  return { person, ...departure, back: await decideAtGoogle(departure.address, person) };
}

describe('the way to Google', () => {
  // ASVS 3.3.2, 3.3.4, 10.1.2, 10.2.1
  it('carries state and proof, and keeps the rest in a cookie that scripts cannot read', async () => {
    const answer = await fetch(`${product.url}${google.googleRedirect.startPath}?next=/help`, {
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const to = new URL(answer.headers.get('location') ?? '');
    expect(`${to.origin}${to.pathname}`).toBe(product.config.google?.authorizationUrl);
    expect(Object.fromEntries(to.searchParams)).toEqual({
      client_id: product.config.google?.clientId,
      redirect_uri: `${product.url}${google.googleRedirect.callbackPath}`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{24}$/),
    });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^courselift-google=[\w.-]+; Max-Age=600; Path=\/; .*HttpOnly; SameSite=Lax$/);
  });

  it('keeps that cookie for https and this very host, where the product is on https', () => {
    expect(googleStateCookie({ publicUrl: 'https://courselift.example' })).toMatchObject({
      name: '__Host-courselift-google',
      options: { httpOnly: true, sameSite: 'lax', secure: true, path: '/' },
    });
  });

  // ASVS 10.1.2
  it('generates a new state and code challenge each time', async () => {
    const [first, second] = [await leaveForGoogle(product), await leaveForGoogle(product)];
    expect(stateOf(first)).not.toBe(stateOf(second));
    expect(first.cookie).not.toBe(second.cookie);
  });

  // ASVS 3.5.3
  it.each(['HEAD', 'POST', 'PUT', 'DELETE'])('is not for %s', async (method) => {
    for (const path of [google.googleRedirect.startPath, google.googleRedirect.callbackPath])
      expect((await fetch(`${product.url}${path}`, { method, redirect: 'manual' })).status).toBe(405);
  });
});

describe('the way back', () => {
  // ASVS 10.1.1
  it('brings a newcomer with a ticket', async () => {
    const { person, back, cookie } = await agree();
    const { status, headers, path, outcome } = await comeBackFrom(back, cookie);
    expect([status, path, headers.get('cache-control')]).toEqual([303, '/google-return', 'no-store']);
    expect(Object.keys(outcome)).toEqual(['newcomer']);
    const newcomer = JSON.parse(Buffer.from(outcome.newcomer ?? '', 'base64url').toString());
    expect(google.PendingRegistrationSchema.parse(newcomer)).toMatchObject({
      email: person.email,
      fullName: person.name,
    });
    expect(headers.getSetCookie().join()).toContain('courselift-google=; Path=/; Expires=Thu, 01 Jan 1970');
  });

  // ASVS 10.1.1
  it('signs in a user with an account, and returns the requested page', async () => {
    const { person, back, cookie } = await agree('/help-learner?search=a&page=2');
    await joinWithGoogle(product, person);
    const { outcome } = await comeBackFrom(back, cookie);
    expect(outcome).toEqual({
      token: expect.any(String),
      role: 'learner',
      firstName: 'Amara',
      next: '/help-learner?search=a&page=2',
    });
    expect(await emailOf(outcome.token)).toBe(person.email);
  });

  it('stores the device, the network and its country of the session, as every sign-in does', async () => {
    const { person, back, cookie } = await agree();
    await joinWithGoogle(product, person);
    const device = { 'user-agent': 'Firefox of Amara', 'x-forwarded-for': '105.112.0.20' };
    await comeBackFrom(back, cookie, device);
    const stored = await product.db.query(
      'SELECT network_hash AS network, country FROM sessions WHERE user_agent = $1',
      [device['user-agent']],
    );
    expect(stored).toEqual([{ network: networkHash('105.112.0.20', product.config), country: 'NG' }]);
  });

  it.each([
    [undefined, 60 * 24],
    ['true', 60 * 24],
    ['false', 12],
  ])('begins a session that is kept as chosen: %s', async (keepSignedIn, hours) => {
    const person = await addGooglePerson(product);
    await joinWithGoogle(product, person);
    const { address, cookie } = await leaveForGoogle(product, undefined, keepSignedIn);
    const { outcome } = await comeBackFrom(await decideAtGoogle(address, person), cookie);
    const { exp = 0, iat = 0 } = decodeJwt(outcome.token ?? '');
    expect(exp - iat).toBe(hours * 3_600);
  });

  // ASVS 3.7.2
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/api/user/logout',
    'javascript:alert(1)',
  ])('ignores the external or unknown page %s', async (next) => {
    const { back, cookie } = await agree(next);
    expect(Object.keys((await comeBackFrom(back, cookie)).outcome)).toEqual(['newcomer']);
  });

  it('returns the right identity to each of twenty concurrent users', async () => {
    const travellers = await Promise.all(Array.from({ length: 20 }, () => agree()));
    const outcomes = await Promise.all(travellers.map(({ back, cookie }) => comeBackFrom(back, cookie)));
    const emails = outcomes.map(
      ({ outcome }) => JSON.parse(Buffer.from(outcome.newcomer ?? '', 'base64url').toString()).email,
    );
    expect(emails).toEqual(travellers.map(({ person }) => person.email));
  });

  it('shows the message of the call when the address belongs to another account', async () => {
    const taken = await addGooglePerson(product, { email: 'taken@company.example' });
    await joinWithGoogle(product, taken);
    const other = await addGooglePerson(product, { email: taken.email });
    const { address, cookie } = await leaveForGoogle(product);
    const { outcome } = await comeBackFrom(await decideAtGoogle(address, other), cookie);
    expect(outcome).toEqual({ error: expect.stringContaining('sign in with your password') });
  });

  it('refuses an address that Google has not confirmed, which the library does not check', async () => {
    const liar = await addGooglePerson(product, { emailVerified: false });
    const { address, cookie } = await leaveForGoogle(product);
    const { outcome } = await comeBackFrom(await decideAtGoogle(address, liar), cookie);
    expect(outcome).toEqual({ error: expect.stringContaining('not confirmed') });
  });
});

describe('a return that this browser did not begin is refused', () => {
  const sign = (
    claims: object,
    {
      audience = 'courselift-google-state',
      expires = '10m',
      secret = product.config.token.secret as Uint8Array,
    } = {},
  ) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('courselift')
      .setAudience(audience)
      .setExpirationTime(expires)
      .sign(secret);
  const claimsOf = ({ cookie }: Departure) =>
    JSON.parse(Buffer.from(cookie.split('=')[1]?.split('.')[1] ?? '', 'base64url').toString());
  type Trick = (
    visit: Awaited<ReturnType<typeof agree>>,
  ) => Promise<{ back?: URL; cookie?: string | undefined }>;
  const named = (value: string) => `courselift-google=${value}`;
  const withState = (back: URL, state: string | null) => {
    const url = new URL(back);
    if (state === null) url.searchParams.delete('state');
    else url.searchParams.set('state', state);
    return url;
  };

  // ASVS 10.1.2, 10.2.1
  it.each<[string, Trick]>([
    ['without the cookie', async () => ({ cookie: undefined })],
    ['with the cookie of another visit', async () => ({ cookie: (await leaveForGoogle(product)).cookie })],
    ['with an empty cookie', async () => ({ cookie: named('') })],
    ['with a cookie cut short', async ({ cookie }) => ({ cookie: cookie.slice(0, -4) })],
    ['with a cookie of another name', async ({ cookie }) => ({ cookie: `x${cookie}` })],
    [
      'with a cookie signed with another key',
      async (visit) => ({
        cookie: named(await sign(claimsOf(visit), { secret: Buffer.alloc(32, 7) })),
      }),
    ],
    [
      'with a cookie for something else',
      async (visit) => ({
        cookie: named(await sign(claimsOf(visit), { audience: 'courselift-web' })),
      }),
    ],
    [
      'with a cookie that has run out',
      async (visit) => ({
        cookie: named(await sign(claimsOf(visit), { expires: '-1s' })),
      }),
    ],
    ['without a state', async ({ back }) => ({ back: withState(back, null) })],
    ['with an empty state', async ({ back }) => ({ back: withState(back, '') })],
    [
      'with the state of another visit',
      async ({ back }) => ({
        back: withState(back, stateOf(await leaveForGoogle(product))),
      }),
    ],
    ['with the state twice', async ({ back }) => ({ back: new URL(`${back}&state=x`) })],
  ])('%s', async (_, trick) => {
    const visit = await agree();
    const { back, cookie } = { ...visit, ...(await trick(visit)) };
    const { status, outcome } = await comeBackFrom(back, cookie);
    expect([status, outcome]).toEqual([303, { error: notStartedHere }]);
    // The code was not spent on the try: its owner can still come back.
    expect(Object.keys((await comeBackFrom(visit.back, visit.cookie)).outcome)).toEqual(['newcomer']);
  });

  // ASVS 10.1.2, 10.2.1
  it('with the code of another user, for which this browser has no verifier', async () => {
    const [attacker, victim] = [await agree(), await leaveForGoogle(product)];
    const planted = callback({ code: attacker.back.searchParams.get('code') ?? '', state: stateOf(victim) });
    expect((await comeBackFrom(planted, victim.cookie)).outcome).toEqual({ error: failed });
  });

  // ASVS 10.2.1
  it('a second time', async () => {
    const { back, cookie } = await agree();
    await comeBackFrom(back, cookie);
    expect((await comeBackFrom(back, cookie)).outcome).toEqual({ error: failed });
  });
});

describe('when no user can be signed in', () => {
  it('because the person declined, it is said kindly', async () => {
    const { address, cookie } = await leaveForGoogle(product);
    const back = await decideAtGoogle(address, await addGooglePerson(product), 'deny');
    expect((await comeBackFrom(back, cookie)).outcome).toEqual({
      error: 'You did not continue with Google.',
    });
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['a state alone', { state: 'x' }],
    ['an empty code', { code: '', state: 'x' }],
    ['an empty error', { error: '' }],
    ['an error of the server', { error: 'server_error', error_description: '<b>call 0800</b>' }],
    ['a long text', { error: 'access_denied', error_description: 'a'.repeat(15_000) }],
    ['an arbitrary error', { error: '<script>alert(1)</script>', error_uri: 'https://evil.example' }],
  ])('because %s came back, it is said in our own words', async (_, query) => {
    const { path, outcome } = await comeBackFrom(callback(query), (await leaveForGoogle(product)).cookie);
    expect([path, outcome]).toEqual(['/google-return', { error: failed }]);
  });

  it('because Google is unavailable, shows that', async () => {
    const alone = await startTestProduct({ GOOGLE_ISSUER: 'http://127.0.0.1:9/google' });
    const departure = await leaveForGoogle(alone);
    const back = `${alone.url}${google.googleRedirect.callbackPath}?code=x&state=${stateOf(departure)}`;
    expect((await comeBackFrom(back, departure.cookie)).outcome).toEqual({
      error: 'Google cannot be reached right now. Please try again.',
    });
    await alone.close();
  });

  it('because of too many tries, it is said so', async () => {
    const strict = await startTestProduct({ RATE_LIMIT_FACTOR: '0.05' });
    const back = `${strict.url}${google.googleRedirect.callbackPath}?code=x&state=y`;
    const outcomes = [await comeBackFrom(back, undefined), await comeBackFrom(back, undefined)];
    expect(outcomes.map(({ outcome }) => outcome.error)).toEqual([
      notStartedHere,
      expect.stringContaining('Too many tries'),
    ]);
    await strict.close();
  });
});
