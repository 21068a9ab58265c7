import { createHash } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  startTestSandbox,
  type TestSandbox,
  testGoogleClient,
} from '#tests/support/servers/start-test-sandbox.ts';
import { googleControlCalls } from './google-sandbox.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.end());

const amara = '100000000000000000001';
const redirectUri = 'http://localhost:4321/back?from=google';
const request = {
  client_id: testGoogleClient.id,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid email profile',
  state: 'the state',
};

const authorizePath = (query: object) => `/google/o/oauth2/v2/auth?${new URLSearchParams({ ...query })}`;
const press = (query: object, form: Record<string, string>) =>
  fetch(`${sandbox.httpUrl}${authorizePath(query)}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  });
const exchange = (form: Record<string, string>) =>
  fetch(`${sandbox.httpUrl}/google/token`, { method: 'POST', body: new URLSearchParams(form) });

async function agree(query: object): Promise<URL> {
  const response = await press({ ...query, account: amara }, { decision: 'allow' });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '');
}

async function claimsOf(idToken: string) {
  const { json } = await sandbox.call<JSONWebKeySet>('GET', '/google/certs');
  const { payload, protectedHeader } = await jwtVerify(idToken, createLocalJWKSet(json), {
    issuer: sandbox.googleIssuer,
    audience: testGoogleClient.id,
  });
  expect(protectedHeader.alg).toBe('RS256');
  return payload;
}

describe('the pages', () => {
  it('select an account by link and give consent by form, without scripts', async () => {
    const chooser = await sandbox.call('GET', authorizePath(request));
    expect(chooser.status).toBe(200);
    const link = /href="([^"]*account=100000000000000000001)"/
      .exec(chooser.text)?.[1]
      ?.replaceAll('&amp;', '&');
    const consent = await sandbox.call('GET', link ?? '');
    expect(consent.text).toContain('amara_okafor@gmail.com');
    expect(consent.text).not.toContain('<script');
    expect(consent.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:4321",
    );
    const picture = /src="([^"]*picture.svg)"/.exec(consent.text)?.[1] ?? '';
    expect((await sandbox.call('GET', picture)).headers.get('content-type')).toContain('image/svg+xml');
  });

  it('add a new account and recognise it by its email address', async () => {
    const form = {
      name: 'Zola',
      email: 'Zola@Work.example',
      hostedDomain: 'work.example',
      emailVerified: 'yes',
    };
    const first = await press(request, form);
    const again = await press(request, { ...form, name: 'Zola Tesfaye', emailVerified: '' });
    expect(first.status).toBe(303);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    const { json } = await sandbox.call<{ email: string }[]>('GET', '/google/control/people');
    expect(json.filter(({ email }) => email === 'zola@work.example')).toMatchObject([
      { name: 'Zola Tesfaye', emailVerified: false, hostedDomain: 'work.example' },
    ]);
    const wrong = await press(request, { name: 'Zola', email: 'nowhere' });
    expect([wrong.status, (await wrong.text()).includes('valid email address')]).toEqual([400, true]);
  });

  it('redirect with access_denied when consent is declined', async () => {
    const response = await press({ ...request, account: amara }, { decision: 'deny' });
    const back = new URL(response.headers.get('location') ?? '');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      from: 'google',
      error: 'access_denied',
      state: 'the state',
    });
  });

  it.each([
    ['another client', { client_id: 'somebody' }],
    ['an address elsewhere', { redirect_uri: 'https://evil.example/back' }],
    ['an address that only begins well', { redirect_uri: 'http://localhost.evil.example/' }],
    ['a script as the address', { redirect_uri: 'javascript:alert(1)' }],
    ['an address with a name in it', { redirect_uri: 'http://localhost@evil.example/' }],
  ])('lead nowhere for %s', async (_, change) => {
    const { status, text, headers } = await sandbox.call('GET', authorizePath({ ...request, ...change }));
    expect([status, headers.get('location')]).toEqual([400, null]);
    expect(text).toContain('Access blocked');
  });

  it.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_scope', { scope: 'email' }],
    ['invalid_request', { response_type: 'id_token' }],
    ['invalid_request', { code_challenge: 'x', code_challenge_method: 'plain' }],
  ])('lead back with %s for %j', async (error, change) => {
    const { status, headers } = await sandbox.call('GET', authorizePath({ ...request, ...change }));
    expect(status).toBe(302);
    expect(headers.get('location')).toContain(`error=${error}`);
  });
});

describe('an authorization code', () => {
  const verifier = 'a-verifier-of-more-than-forty-three-characters-1234';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const withProof = { ...request, code_challenge: challenge, code_challenge_method: 'S256' };
  const form = (code: string | null) => ({
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: redirectUri,
    client_id: testGoogleClient.id,
    client_secret: testGoogleClient.secret,
    code_verifier: verifier,
  });

  it('is valid once, for a signed ID token and an access token', async () => {
    const back = await agree(withProof);
    expect(back.searchParams.get('state')).toBe('the state');
    const code = back.searchParams.get('code');
    const tokens = await (await exchange(form(code))).json();
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    const claims = await claimsOf(tokens.id_token);
    expect(claims).toMatchObject({ sub: amara, email: 'amara_okafor@gmail.com', email_verified: true });
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const { json } = await sandbox.call('GET', '/google/userinfo', undefined, headers);
    expect(json).toMatchObject({ sub: amara, name: 'Amara Okafor', picture: claims.picture });
    expect((await exchange(form(code))).status).toBe(400);
  });

  it.each([
    ['another secret', { client_secret: 'x' }, 401],
    ['no secret', { client_secret: '' }, 401],
    ['another verifier', { code_verifier: 'x' }, 400],
    ['no verifier', { code_verifier: '' }, 400],
    ['another way back', { redirect_uri: 'http://localhost:4321/other' }, 400],
    ['another kind of grant', { grant_type: 'password' }, 400],
    ['a made-up code', { code: '4/x' }, 400],
  ])('is worth nothing with %s', async (_, change, status) => {
    const code = (await agree(withProof)).searchParams.get('code');
    expect((await exchange({ ...form(code), ...change })).status).toBe(status);
  });

  it('is required for userinfo', async () => {
    for (const authorization of ['', 'Bearer x', 'Basic x'])
      expect((await sandbox.call('GET', '/google/userinfo', undefined, { authorization })).status).toBe(401);
  });
});

it('returns an ID token in the fragment, with the nonce', async () => {
  const back = await agree({ ...request, response_type: 'id_token', nonce: 'n-1' });
  expect(back.searchParams.get('id_token')).toBeNull();
  const fragment = new URLSearchParams(back.hash.slice(1));
  expect(fragment.get('state')).toBe('the state');
  expect(await claimsOf(fragment.get('id_token') ?? '')).toMatchObject({ nonce: 'n-1', sub: amara });
});

it('serves the discovery document and keeps its key across restarts', async () => {
  const { json } = await sandbox.call('GET', '/google/.well-known/openid-configuration');
  expect(json).toMatchObject({ issuer: sandbox.googleIssuer, jwks_uri: `${sandbox.googleIssuer}/certs` });
  const before = (await sandbox.call<JSONWebKeySet>('GET', '/google/certs')).json;
  expect(before.keys).toEqual([expect.not.objectContaining({ d: expect.anything() })]);
  await sandbox.end(true);
  sandbox = await startTestSandbox(sandbox.dataDir);
  expect((await sandbox.call<JSONWebKeySet>('GET', '/google/certs')).json).toEqual(before);
});

it('accepts every documented control call', async () => {
  for (const { call, body } of googleControlCalls) {
    const [method = '', path = ''] = call.split(' ');
    expect([call, (await sandbox.call(method, path, body)).status]).toEqual([
      call,
      expect.toBeOneOf([200, 201, 204]),
    ]);
  }
  const page = await sandbox.call('GET', '/google/control', undefined, { accept: 'text/html' });
  expect(page.text).toContain('/google/control/id-tokens');
  const { status, json } = await sandbox.call('POST', '/google/control/people', { name: '', email: 'x' });
  expect([status, typeof json.message]).toEqual([400, 'string']);
});
