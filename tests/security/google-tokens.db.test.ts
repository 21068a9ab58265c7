import {
  CompactEncrypt,
  type CryptoKey,
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInWithGoogle } from '#contracts/accounts/google.ts';
import type { GooglePerson } from '#sandbox/providers/google/google-people.ts';
import { verifyGoogleToken } from '#services/accounts/google/verify-google-token.ts';
import { addGooglePerson, credentialOf, orderIdToken, registrationOf } from '#tests/support/people/google.ts';
import { join } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { expectClean } from './support/expect-clean.ts';
import { sendText } from './support/raw-call.ts';

let product: TestProduct;
let amara: GooglePerson;
/** A key of the attacker's, and Google's own as it is published. */
let own: { publicKey: CryptoKey; privateKey: CryptoKey };
let published: JWK & { kid: string };
let real: string;
let session: string;

beforeAll(async () => {
  product = await startTestProduct();
  amara = await addGooglePerson(product);
  own = await generateKeyPair('RS256', { extractable: true });
  const { keys } = await (await fetch(`${product.sandbox.googleIssuer}/certs`)).json();
  published = keys[0];
  real = await orderIdToken(product, amara);
  session = (await join(product.url, 'learner')).token;
});
afterAll(() => product?.close());

const enter = (token: string) => callApi(product.url, signInWithGoogle, { body: { token } });
const now = () => Math.floor(Date.now() / 1000);
const claims = () => JSON.parse(Buffer.from(real.split('.')[1] ?? '', 'base64url').toString());
const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const ordered = (changes: Record<string, unknown>) => orderIdToken(product, amara, changes);

/** The real claims, signed by the attacker. */
const signed = (header: JWTHeaderParameters, key: CryptoKey | Uint8Array = own.privateKey) =>
  new SignJWT(claims()).setProtectedHeader(header).sign(key);
const signedAs = async (alg: string) =>
  signed({ alg, kid: published.kid }, (await generateKeyPair(alg)).privateKey);
const text = (value: string) => new TextEncoder().encode(value);
const withHeader = (change: object) => {
  const [header = '', ...rest] = real.split('.');
  return [json({ ...JSON.parse(Buffer.from(header, 'base64url').toString()), ...change }), ...rest].join('.');
};
const withClaims = (change: object) => {
  const [header, , signature] = real.split('.');
  return [header, json({ ...claims(), ...change }), signature].join('.');
};

type Forgery = [about: string, make: () => string | Promise<string>];

const signatures: Forgery[] = [
  ['another key', () => signed({ alg: 'RS256' })],
  ['another key under the name of Google’s', () => signed({ alg: 'RS256', kid: published.kid })],
  ['another key with an unknown key id', () => signed({ alg: 'RS256', kid: 'unknown' })],
  ['a name of a key that is a path', () => signed({ alg: 'RS256', kid: '../../../../dev/null' })],
  ['a name of a key that is SQL', () => signed({ alg: 'RS256', kid: "' UNION SELECT 'key" })],
  ['a name of a key that is empty', () => signed({ alg: 'RS256', kid: '' })],
  ['a name of a key that is no text', () => withHeader({ kid: 7 })],
  ['its own key in the header', async () => signed({ alg: 'RS256', jwk: await exportJWK(own.publicKey) })],
  [
    'its own key in the header, under Google’s name',
    async () =>
      signed({
        alg: 'RS256',
        kid: published.kid,
        jwk: { ...(await exportJWK(own.publicKey)), kid: published.kid },
      }),
  ],
  ['the address of its own keys', () => signed({ alg: 'RS256', jku: 'http://127.0.0.1:1/keys', kid: 'x' })],
  ['the address of its own certificate', () => signed({ alg: 'RS256', x5u: 'http://127.0.0.1:1/cert' })],
  ...['RS384', 'RS512', 'PS256', 'ES256', 'EdDSA'].map((alg): Forgery => [alg, () => signedAs(alg)]),
  [
    'HS256 with Google’s public key as the secret',
    async () => {
      const key = (await importJWK(published, 'RS256', { extractable: true })) as CryptoKey;
      return signed({ alg: 'HS256', kid: published.kid }, text(await exportSPKI(key)));
    },
  ],
  [
    'HS256 with the published key as JSON',
    () => signed({ alg: 'HS256', kid: published.kid }, text(JSON.stringify(published))),
  ],
  [
    'HS256 with the modulus',
    () => signed({ alg: 'HS256', kid: published.kid }, Buffer.from(published.n ?? '', 'base64url')),
  ],
  [
    'HS256 with the client secret',
    () => signed({ alg: 'HS256' }, text(product.config.google?.clientSecret ?? '')),
  ],
  ['HS256 with our own secret', () => signed({ alg: 'HS256' }, product.config.token.secret)],
  ['no algorithm', () => new UnsecuredJWT(claims()).encode()],
  ['no algorithm, in other letters', () => `${json({ alg: 'nOnE', kid: published.kid })}.${json(claims())}.`],
  ['no algorithm, and Google’s signature', () => withHeader({ alg: 'none' })],
  ['another algorithm written over', () => withHeader({ alg: 'HS256' })],
  ['an extension that must be understood', () => withHeader({ crit: ['exp'], exp: 1 })],
  ['a payload that is not encoded', () => withHeader({ crit: ['b64'], b64: false })],
  ['no signature', () => `${real.split('.').slice(0, 2).join('.')}.`],
  ['a signature cut short', () => real.slice(0, -8)],
  [
    'a signature of zeros',
    () => `${real.split('.').slice(0, 2).join('.')}.${Buffer.alloc(256).toString('base64url')}`,
  ],
  [
    'the signature of another token',
    async () => {
      const other = (await ordered({ jti: 'other' })).split('.')[2];
      return `${real.split('.').slice(0, 2).join('.')}.${other}`;
    },
  ],
];

const payloads: Forgery[] = [
  ['another address written in', () => withClaims({ email: 'victim@gmail.com' })],
  ['another person written in', () => withClaims({ sub: '1' })],
  ['a later end written in', () => withClaims({ exp: now() + 86_400 })],
  ['an end a minute ago', () => ordered({ iat: now() - 3_660, exp: now() - 60 })],
  ['an end that is a text', () => ordered({ exp: '9999999999' })],
  ['no end', () => ordered({ exp: null })],
  ['a beginning in the future', () => ordered({ nbf: now() + 600 })],
  ['a time of issue in the future', () => ordered({ iat: now() + 600 })],
  [
    'a time of issue long ago, and an end far away',
    () => ordered({ iat: now() - 7_200, exp: now() + 7_200 }),
  ],
  ['no time of issue', () => ordered({ iat: null })],
  ['another receiver', () => ordered({ aud: 'another-app.apps.example', azp: 'another-app.apps.example' })],
  ['no receiver', () => ordered({ aud: null })],
  ['two receivers', () => ordered({ aud: [product.config.google?.clientId, 'another-app.apps.example'] })],
  ['a list with us alone', () => ordered({ aud: [product.config.google?.clientId] })],
  [
    'us as the receiver, asked for by another application',
    () => ordered({ azp: 'another-app.apps.example' }),
  ],
  ['another issuer', () => ordered({ iss: 'https://evil.example' })],
  [
    'Google itself as issuer, where a fake one is configured',
    () => ordered({ iss: 'https://accounts.google.com' }),
  ],
  ['an issuer with a slash more', () => ordered({ iss: `${product.sandbox.googleIssuer}/` })],
  ['no issuer', () => ordered({ iss: null })],
  ['no person', () => ordered({ sub: null })],
  ['an empty person', () => ordered({ sub: '' })],
  ['a person that is a number', () => ordered({ sub: 7 })],
  ['a very long person', () => ordered({ sub: '1'.repeat(256) })],
  ['no address', () => ordered({ email: null })],
  ['a list of addresses', () => ordered({ email: ['a@gmail.com', 'victim@gmail.com'] })],
  ['two addresses in one', () => ordered({ email: 'a@gmail.com, victim@gmail.com' })],
  ['an address with a NUL character', () => ordered({ email: 'victim@gmail.com\u0000.evil.example' })],
];

const others: Forgery[] = [
  ['a session of ours', () => session],
  ['a registration ticket of ours', async () => (await registrationOf(product, amara)).googleId],
  ['three letters', () => 'a.b.c'],
  ['two dots', () => '..'],
  ['its claims as JSON', () => JSON.stringify(claims())],
  ['the access token of Google’s', () => 'ya29.a0AfH6SMBx'],
  [
    'an encrypted text',
    async () => {
      const key = await importJWK(published, 'RSA-OAEP');
      const plain = text(JSON.stringify(claims()));
      return new CompactEncrypt(plain).setProtectedHeader({ alg: 'RSA-OAEP', enc: 'A256GCM' }).encrypt(key);
    },
  ],
];

const unconfirmed: [about: string, value: unknown][] = [
  ['false', false],
  ['absent', null],
  ['the word "true"', 'true'],
  ['1', 1],
  ['a list with true', [true]],
];

describe('a token that Google did not sign for us just now is refused:', () => {
  it('in more than 60 forms', () => {
    expect(signatures.length + payloads.length + others.length + unconfirmed.length).toBeGreaterThan(60);
  });

  // ASVS 6.8.2, 9.1.2, 9.2.1, 10.5.4
  it.each([...signatures, ...payloads, ...others])('%s', async (_, make) => {
    const answer = await sendText(
      product.url,
      '/api/user/auth/google',
      JSON.stringify({ token: await make() }),
    );
    expect([answer.status, answer.json]).toEqual([401, { message: 'Google Sign-In failed.' }]);
    expectClean('token', answer);
  });

  it.each(unconfirmed)('with an address whose confirmation is %s', async (_, email_verified) => {
    const { status, body } = await enter(await ordered({ email_verified }));
    expect([status, body.message]).toEqual([
      403,
      expect.stringContaining('not confirmed this email address'),
    ]);
  });

  it('and left nothing behind', async () => {
    const [row] = await product.db.query(
      `SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM sessions) AS sessions,
         (SELECT count(*)::int FROM google_identities) AS identities`,
    );
    expect(row).toEqual({ users: 1, sessions: 1, identities: 0 });
  });
});

describe('a token that Google signed for us just now', () => {
  it.each<Forgery>([
    ['from the consent page', () => credentialOf(product, amara)],
    ['with a nonce', () => ordered({ nonce: 'n' })],
    ['without the application that asked', () => ordered({ azp: null })],
    ['from a clock a few seconds ahead', () => ordered({ iat: now() + 5 })],
    ['with an address in capital letters', () => ordered({ email: amara.email.toUpperCase() })],
  ])('is taken: %s', async (_, make) => {
    const { status, body } = await enter(await make());
    expect([status, body.message]).toEqual([200, 'Complete registration']);
    expect(body.data).toMatchObject({ email: amara.email, fullName: 'Amara Okafor' });
  });

  it('may lack a name and a picture, or have odd ones', async () => {
    const nameless = await enter(await ordered({ name: null, picture: null }));
    expect(nameless.body.data).toMatchObject({
      fullName: amara.email.split('@')[0],
      profilePictureUrl: null,
    });
    const odd = await enter(
      await ordered({ name: ` Ada\n\u0000 Obi ${'x'.repeat(200)}`, picture: 'javascript:alert(1)' }),
    );
    expect(odd.body.data).toMatchObject({
      fullName: expect.stringMatching(/^Ada Obi x+$/),
      profilePictureUrl: null,
    });
    expect((odd.body.data as { fullName: string }).fullName.length).toBeLessThanOrEqual(120);
  });

  it('may spell Google’s name both ways, where Google itself is configured', async () => {
    const { google } = product.config;
    if (!google) throw new Error('Google is not configured');
    const atGoogle = { ...google, issuer: 'https://accounts.google.com' };
    for (const iss of ['https://accounts.google.com', 'accounts.google.com'])
      expect(await verifyGoogleToken(await ordered({ iss }), atGoogle)).toMatchObject({ sub: amara.sub });
    for (const iss of ['http://accounts.google.com', 'accounts.google.com.evil.example', google.issuer])
      await expect(verifyGoogleToken(await ordered({ iss }), atGoogle)).rejects.toThrow(
        'Google Sign-In failed.',
      );
  });

  it('is signed by the key that is published, so that the forgeries above mean something', async () => {
    const { payload } = await jwtVerify(real, createLocalJWKSet({ keys: [published] }));
    expect(payload.sub).toBe(amara.sub);
  });
});
